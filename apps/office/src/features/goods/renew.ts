/** Queries of the goods that several files ask. */
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';

export const brandQuery = (id: string) => apiQuery('GET /office/brands/{id}', { params: { id } });

const stockLists = [
  'GET /office/stock',
  'GET /office/stock/batches',
  'GET /office/stock/removals',
] as const;

/** Has what is shown of the stock read again. */
export const renewStock = () =>
  Promise.all(stockLists.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));
