import { queryClient } from '@giftlane/client/query-client.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BrandFilter, brandPageQuery } from '../../rooms/catalogue/brands.ts';
import { tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { type CatalogueFilter, defaultLimits, queryOf } from './filter.ts';
import { limitsQuery } from './limits.ts';

/** So many brands of the list, after so many `before` them; they are of one page. */
export function useBrandsFrom(query: BrandFilter, before: number, count: number) {
  const page = Math.floor(before / tilesPerPage);
  const { data, error, refetch } = useBrandPage(query, page);
  const start = before - page * tilesPerPage;
  const brands = data?.brands.slice(start, start + count);
  return { beginsPage: start === 0, brands, error, retry: () => void refetch() };
}

/** One page of the list, from 0. */
function useBrandPage(query: BrandFilter, page: number) {
  return useQuery({
    ...brandPageQuery(query, page + 1, tilesPerPage),
    placeholderData: keepPreviousData,
  });
}

/**
 * Fetches a page before one comes to it, so that it is drawn once and not as a shape first. Nobody waits
 * for it: if it fails, it is asked for again where it is wanted, and that is where it is said.
 */
export function fetchAhead(query: BrandFilter, page: number): void {
  const options = brandPageQuery(query, page + 1, tilesPerPage);
  void queryClient.prefetchQuery({ ...options, meta: { quiet: true } });
}

/** Fetches the first page of the list as one comes to it, unless prices have to be known for that. */
export function fetchFirst(filter: CatalogueFilter, currency: Currency): void {
  if (filter.range) return;
  const query = queryOf(filter, currency, defaultLimits);
  void queryClient.prefetchQuery(brandPageQuery(query, 1, tilesPerPage));
}

/** The brands of a filter: the first page says how many there are. */
export function useBrandList(filter: CatalogueFilter, currency: Currency) {
  const limits = useQuery(limitsQuery(currency)).data ?? defaultLimits;
  const query = queryOf(filter, currency, limits);
  const first = useBrandPage(query, 0);
  const total = first.data?.total ?? 0;
  const stale = first.isPlaceholderData;
  return {
    query,
    total,
    /** What the brands that are shown are priced in. */
    currency: first.data?.currency ?? currency,
    // That an older list was empty says nothing of the new one.
    loading: first.isPending || (stale && total === 0),
    stale,
    error: first.isError && !first.data ? first.error : null,
    retry: () => void first.refetch(),
  };
}
