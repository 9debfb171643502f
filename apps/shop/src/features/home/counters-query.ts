import { queryOptions } from '@tanstack/react-query';
import { sendForData } from '../../client/api.ts';

/** The figures of the shop; without them the page has a dash in their place. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: ({ signal }) => sendForData('GET /counter', { signal }),
  meta: { quiet: true },
});
