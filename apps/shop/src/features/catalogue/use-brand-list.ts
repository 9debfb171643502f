import { queryClient } from '@giftlane/client/query-client.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BrandListFilter, brandPageQuery } from '../../rooms/catalogue/brands.ts';
import { tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { brandQueryOf, type CatalogueFilter, defaultLimits } from './filter.ts';
import { limitsQuery } from './limits.ts';

/** `count` brands of the list from number `start`, from 0; all are of one page. */
export function useBrandsFrom(query: BrandListFilter, start: number, count: number) {
  const page = Math.floor(start / tilesPerPage);
  const { data, error, refetch } = useBrandPage(query, page);
  const offset = start - page * tilesPerPage;
  const brands = data?.items.slice(offset, offset + count);
  return { beginsPage: offset === 0, brands, error, refetch };
}

/** One page of the list, from 0. */
const useBrandPage = (query: BrandListFilter, page: number) =>
  useQuery({
    ...brandPageQuery(query, page + 1, tilesPerPage),
    placeholderData: keepPreviousData,
  });

/** Prefetches a page, from 0; a failure is shown where the page is queried again. */
export function prefetchPage(query: BrandListFilter, page: number): void {
  const options = brandPageQuery(query, page + 1, tilesPerPage);
  void queryClient.prefetchQuery({ ...options, meta: { quiet: true } });
}

/** Prefetches a page, from 0, of a filter whose query does not depend on the price limits. */
export function prefetchList(filter: CatalogueFilter, currency: Currency, page: number): void {
  if (filter.range) return;
  const query = brandQueryOf(filter, currency, defaultLimits);
  void queryClient.prefetchQuery(brandPageQuery(query, page + 1, tilesPerPage));
}

/** The list of a filter. Its first shown page, from 0, has the total. */
export function useBrandList(filter: CatalogueFilter, currency: Currency, firstPage: number) {
  const limits = useQuery(limitsQuery(currency)).data ?? defaultLimits;
  const query = brandQueryOf(filter, currency, limits);
  const { data, isPending, isPlaceholderData, error, refetch } = useBrandPage(query, firstPage);
  const total = data?.total ?? 0;
  return {
    query,
    total,
    /** The currency of the shown prices. */
    currency: data?.items[0]?.cards[0]?.eCurrency ?? currency,
    // An empty list is no placeholder.
    loading: isPending || (isPlaceholderData && total === 0),
    stale: isPlaceholderData,
    error: data ? null : error,
    refetch,
  };
}
