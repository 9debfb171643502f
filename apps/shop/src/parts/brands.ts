/** The catalogue's calls, as home, list and brand page share them. */
import type {
  Brand,
  listBrandsCached,
  listBrandsQuery,
  showBrandCached,
} from '@giftlane/contract/catalog.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { send } from '../lib/api.ts';

/** The filter of the list, as the wire has it. */
export type BrandFilter = Omit<z.input<typeof listBrandsQuery>, 'page' | 'limit'>;

export interface BrandPage {
  brands: readonly Brand[];
  total: number;
}

async function fetchBrands(
  query: z.input<typeof listBrandsQuery>,
  signal: AbortSignal,
): Promise<BrandPage> {
  const answer = await send<typeof listBrandsCached>('GET /giftcards', { query, signal });
  return { brands: answer.data, total: answer.totalCount };
}

/** The first brands of a filter. */
export function firstBrandsQuery(filter: BrandFilter, limit: number) {
  return queryOptions({
    queryKey: ['brands', 'first', filter, limit],
    queryFn: ({ signal }) => fetchBrands({ ...filter, page: 1, limit }, signal),
  });
}

/** All brands of a filter, page after page. */
export function brandListQuery(filter: BrandFilter, limit: number) {
  return infiniteQueryOptions({
    queryKey: ['brands', 'list', filter, limit],
    queryFn: ({ pageParam, signal }) => fetchBrands({ ...filter, page: pageParam, limit }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * limit < last.total ? pages.length + 1 : undefined,
  });
}

/** One brand with its cards in a currency. */
export function brandQuery(id: string, currency: Currency) {
  return queryOptions({
    queryKey: ['brands', 'one', id, currency],
    queryFn: async ({ signal }): Promise<Brand> =>
      (
        await send<typeof showBrandCached>('GET /giftcards/{id}', {
          params: { id },
          query: { currency },
          signal,
        })
      ).data,
  });
}
