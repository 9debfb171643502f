import type { Currency } from '@giftlane/contract/money.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { brandListQuery } from '../../parts/brands.ts';
import { type CatalogueFilter, defaultLimits, queryOf } from './filter.ts';
import { limitsQuery } from './limits.ts';

export const brandsPerPage = 24;
const automaticPages = 4;

/** The brands of a filter, page after page. */
export function useBrandList(filter: CatalogueFilter, currency: Currency) {
  const limits = useQuery(limitsQuery(currency)).data ?? defaultLimits;
  const list = useInfiniteQuery({
    ...brandListQuery(queryOf(filter, currency, limits), brandsPerPage),
    placeholderData: keepPreviousData,
  });
  const { fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = list.data?.pages ?? [];
  return {
    brands: pages.flatMap((page) => page.brands),
    total: pages.at(-1)?.total ?? 0,
    loading: list.isPending,
    stale: list.isPlaceholderData,
    error: list.isError && !list.data ? list.error : null,
    automatic: pages.length < automaticPages,
    loadingMore: list.isFetchingNextPage,
    more,
    retry: () => void list.refetch(),
  };
}
