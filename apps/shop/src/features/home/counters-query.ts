import { sendForData } from '@giftlane/client/api.ts';
import { queryOptions } from '@tanstack/react-query';

/** The figures of the shop; without them the page has a dash in their place. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: ({ signal }) => sendForData('GET /counter', { signal }),
  meta: { quiet: true },
});
