import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryOptions } from '@tanstack/react-query';

export type MyData = Answer<'GET /account/data'>['data'];

/** The interval of polling while a copy is being made. */
const pollMs = 3_000;

/** The state of the copy, and what prevents closing the account. */
export const myDataQuery = queryOptions({
  ...apiQuery('GET /account/data', {}),
  refetchInterval: ({ state }) => (state.data?.oCopy.eState === 'making' ? pollMs : false),
});
