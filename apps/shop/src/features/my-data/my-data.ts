/** How far the copy is and what stands in the way of closing. */

import { type Answer, sendForData } from '@giftlane/client/api.ts';
import { queryOptions } from '@tanstack/react-query';

export type MyData = Answer<'GET /account/data'>['data'];

/** While a copy is being made it is asked for again. */
const whileMakingMs = 3_000;

export const myDataQuery = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) => sendForData('GET /account/data', { signal }),
  refetchInterval: ({ state }) => (state.data?.oCopy.eState === 'making' ? whileMakingMs : false),
});
