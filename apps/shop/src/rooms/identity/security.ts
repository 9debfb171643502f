/** What the server knows of what guards the account. */

import { sendForData } from '@giftlane/client/api.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { queryOptions } from '@tanstack/react-query';

export const securityQuery = queryOptions({
  queryKey: ['security', 'state'],
  queryFn: ({ signal }) => sendForData('GET /security', { signal }),
});

/** Where a new password is set. */
export const passwordPath = ({ bPassword }: Pick<Security, 'bPassword'>): string =>
  bPassword ? '/account/change-password' : '/auth/forgot-password';

/** Asks again for all of it, after something was changed. */
export const readSecurityAnew = () => queryClient.invalidateQueries({ queryKey: ['security'] });
