/** Who is signed in. A visitor is `null`. */

import { sendForData } from '@giftlane/client/api.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keepMember } from './kept.ts';
import { readToken } from './token.ts';

export const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: async ({ signal }): Promise<User | null> => {
    const token = readToken();
    if (!token) return null;
    const data = await sendForData('GET /myprofile', { signal });
    // Somebody may have signed out meanwhile.
    if (token === readToken()) keepMember(data);
    return data;
  },
  staleTime: 60_000,
  // The start-up fetch fails silently (SESS-05); a later one changes nothing the person sees.
  meta: { quiet: true },
});

/** The signed-in member, or null. */
export function useMember(): User | null {
  return useQuery(memberQuery).data ?? null;
}
