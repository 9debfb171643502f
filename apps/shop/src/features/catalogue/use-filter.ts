import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CatalogueFilter, readFilter, writeFilter } from './filter.ts';

/**
 * The filter of the address, and how to change parts of it without leaving the place on the page.
 * The address follows a moment later: until then the change is shown already, and built upon by the
 * next one, or quick presses would undo each other.
 */
export function useFilter(): [CatalogueFilter, (change: Partial<CatalogueFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const [ahead, setAhead] = useState<{ of: string; filter: CatalogueFilter }>();
  if (ahead && ahead.of !== address) setAhead(undefined);
  const filter = ahead?.of === address ? ahead.filter : readFilter(params);
  const latest = useRef(filter);
  // The search box speaks up after a pause: by then its own drawing may be an old one.
  useEffect(() => {
    latest.current = filter;
  });
  const change = (part: Partial<CatalogueFilter>) => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setAhead({ of: address, filter: next });
    setParams(writeFilter(next), { replace: true, preventScrollReset: true });
  };
  return [filter, change];
}
