/** Catalogue queries of home, list and brand page. They carry no token, so that they use the page's preloaded answer. */
import { apiPageQuery, apiQuery } from '@giftlane/client/queries.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { listBrandsQuery } from '@giftlane/contract/shop/catalog.ts';
import type * as z from 'zod';

/** The filter of the list, as the call has it. */
export type BrandListFilter = Omit<z.input<typeof listBrandsQuery>, 'page' | 'limit'>;

/** One page of the brands of a filter, from 1. */
export const brandPageQuery = (filter: BrandListFilter, page: number, limit: number) =>
  apiPageQuery('GET /giftcards', { query: { ...filter, page, limit }, anonymous: true });

/** The first brands of a filter. */
export const firstBrandsQuery = (filter: BrandListFilter, limit: number) =>
  brandPageQuery(filter, 1, limit);

/** Brands by id, without those that have no cards in the currency; in no order. */
export const brandsByIdsQuery = (ids: readonly string[], currency: Currency) => {
  const category = ids.toSorted().join(',');
  const query = { currency, category, limit: 100 };
  return { ...apiPageQuery('GET /giftcards', { query, anonymous: true }), meta: { quiet: true } };
};

/** One brand with its cards in a currency. */
export const brandQuery = (id: string, currency: Currency) =>
  apiQuery('GET /giftcards/{id}', { params: { id }, query: { currency }, anonymous: true });
