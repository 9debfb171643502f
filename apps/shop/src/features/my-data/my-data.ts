/** How far the copy is and what stands in the way of closing. */
import type { Data } from '@giftlane/contract/call.ts';
import type { showMyData } from '@giftlane/contract/my-data.ts';
import { queryOptions } from '@tanstack/react-query';
import { sendForData } from '../../lib/api.ts';

export type MyData = Data<typeof showMyData>;

/** While a copy is being made it is asked for again. */
const whileMakingMs = 3_000;

export const myDataQuery = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) => sendForData('GET /account/data', { signal }),
  refetchInterval: ({ state }) => (state.data?.oCopy.eState === 'making' ? whileMakingMs : false),
});
