/**
 * The catalogue's calls, as home, list and brand page share them. They are nobody's, so that what the page's
 * head began to fetch is what they get.
 */

import { send, sendForData } from '@giftlane/client/api.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Brand, listBrandsQuery } from '@giftlane/contract/shop/catalog.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

/** The filter of the list, as the wire has it. */
export type BrandFilter = Omit<z.input<typeof listBrandsQuery>, 'page' | 'limit'>;

export interface BrandPage {
  brands: readonly Brand[];
  total: number;
  /** Of the cards that were asked for; a list before may still be shown. */
  currency: Currency | undefined;
}

async function fetchBrands(
  query: z.input<typeof listBrandsQuery>,
  signal: AbortSignal,
): Promise<BrandPage> {
  const answer = await send('GET /giftcards', { query, signal, anonymous: true });
  return { brands: answer.data, total: answer.totalCount, currency: query.currency };
}

/** The first brands of a filter. */
export function firstBrandsQuery(filter: BrandFilter, limit: number) {
  return queryOptions({
    queryKey: ['brands', 'first', filter, limit],
    queryFn: ({ signal }) => fetchBrands({ ...filter, page: 1, limit }, signal),
  });
}

/** One page, from 1, of the brands of a filter. */
export function brandPageQuery(filter: BrandFilter, page: number, limit: number) {
  return queryOptions({
    queryKey: ['brands', 'list', filter, limit, page],
    queryFn: ({ signal }) => fetchBrands({ ...filter, page, limit }, signal),
  });
}

/** Brands by their ids, as far as they have cards in a currency; in no order. */
export function brandsByIdsQuery(ids: readonly string[], currency: Currency) {
  const category = ids.toSorted().join(',');
  return queryOptions({
    queryKey: ['brands', 'some', category, currency],
    queryFn: ({ signal }) => fetchBrands({ currency, category, limit: 100 }, signal),
    meta: { quiet: true },
  });
}

/** One brand with its cards in a currency. */
export function brandQuery(id: string, currency: Currency) {
  return queryOptions({
    queryKey: ['brands', 'one', id, currency],
    queryFn: ({ signal }): Promise<Brand> =>
      sendForData('GET /giftcards/{id}', {
        params: { id },
        query: { currency },
        signal,
        anonymous: true,
      }),
  });
}
