import { useSearchParams } from 'react-router';
import { type CatalogueFilter, readFilter, writeFilter } from './filter.ts';

/** The filter of the address, and how to change parts of it without leaving the place on the page. */
export function useFilter(): [CatalogueFilter, (change: Partial<CatalogueFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<CatalogueFilter>) =>
    setParams((now) => writeFilter({ ...readFilter(now), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  return [readFilter(params), change];
}
