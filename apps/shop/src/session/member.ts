/** The signed-in member; a visitor is `null`. */
import { sendForData } from '@giftlane/client/api.ts';
import { apiKey } from '@giftlane/client/queries.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keepMember } from './kept.ts';
import { readToken } from './token.ts';

/** Pause between tries while the server is away. */
export const askAgainMs = 10_000;

export const memberQuery = queryOptions({
  queryKey: apiKey('GET /myprofile'),
  queryFn: async ({ signal }): Promise<User | null> => {
    const token = readToken();
    if (!token) return null;
    const data = await sendForData('GET /myprofile', { signal });
    // The member may have signed out meanwhile.
    if (token === readToken()) keepMember(data);
    return data;
  },
  staleTime: 60_000,
  // A member who came while the server was away.
  refetchInterval: ({ state }) => (state.data === null && readToken() ? askAgainMs : false),
  // The first request fails silently (SESS-05); after a later failure the profile stays as it was.
  meta: { quiet: true },
});

/** The signed-in member, or null. */
export function useMember(): User | null {
  return useQuery(memberQuery).data ?? null;
}
