import type { Currency } from '@giftlane/contract/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BrandFilter, brandPageQuery } from '../../parts/brands.ts';
import { type CatalogueFilter, defaultLimits, queryOf } from './filter.ts';
import { limitsQuery } from './limits.ts';

/** Whole rows at every width: two, three or four columns. */
export const brandsPerPage = 24;

/** One page of the list, from 0. */
export function useBrandPage(query: BrandFilter, page: number) {
  return useQuery({
    ...brandPageQuery(query, page + 1, brandsPerPage),
    placeholderData: keepPreviousData,
  });
}

/** The brands of a filter: the first page says how many there are. */
export function useBrandList(filter: CatalogueFilter, currency: Currency) {
  const limits = useQuery(limitsQuery(currency)).data ?? defaultLimits;
  const query = queryOf(filter, currency, limits);
  const first = useBrandPage(query, 0);
  return {
    query,
    total: first.data?.total ?? 0,
    loading: first.isPending,
    stale: first.isPlaceholderData,
    error: first.isError && !first.data ? first.error : null,
    retry: () => void first.refetch(),
  };
}
