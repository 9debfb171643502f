/** Queries of the account's sign-in methods, sessions and sign-ins. */

import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { Security } from '@giftlane/contract/members/security.ts';

export const securityQuery = apiQuery('GET /security', {});

/** The page that sets a new password. */
export const passwordPath = ({ bPassword }: Pick<Security, 'bPassword'>): string =>
  bPassword ? '/account/change-password' : '/auth/forgot-password';

/** Whether the account has a passkey or an authenticator app. */
export const hasSecondFactor = ({ oTotp, aPasskeys }: Security): boolean =>
  oTotp !== null || aPasskeys.length > 0;

const keys = [
  apiKey('GET /security'),
  apiKey('GET /security/sessions'),
  apiKey('GET /security/sign-ins'),
];

/** Fetches all of it again after a change. */
export const refetchSecurity = () =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
