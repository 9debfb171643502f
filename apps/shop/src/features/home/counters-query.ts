import type { showCounters } from '@giftlane/contract/content.ts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';

/** The figures of the shop; without them the page has a dash in their place. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: async ({ signal }) => (await send<typeof showCounters>('GET /counter', { signal })).data,
  meta: { quiet: true },
});
