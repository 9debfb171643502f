/** Queries of the goods that several files ask. */
import { apiQuery } from '@giftlane/client/queries.ts';
import { readAnew } from '../../read-anew.ts';

export const brandQuery = (id: string) => apiQuery('GET /office/brands/{id}', { params: { id } });

/** Has what is shown of the stock read again. */
export const renewStock = () =>
  readAnew('GET /office/stock', 'GET /office/stock/batches', 'GET /office/stock/removals');
