/** What the server knows of what guards the account. */
import type { Security } from '@giftlane/contract/members/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { sendForData } from '../../client/api.ts';
import { queryClient } from '../../client/query-client.ts';

export const securityQuery = queryOptions({
  queryKey: ['security', 'state'],
  queryFn: ({ signal }) => sendForData('GET /security', { signal }),
});

/** Where a new password is set. */
export const passwordPath = ({ bPassword }: Pick<Security, 'bPassword'>): string =>
  bPassword ? '/account/change-password' : '/auth/forgot-password';

/** Asks again for all of it, after something was changed. */
export const readSecurityAnew = () => queryClient.invalidateQueries({ queryKey: ['security'] });
