import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type OrderFilter, readOrderFilter, writeOrderFilter } from './order-filter.ts';

export type OrderTab = 'buy' | 'sell';

interface Shown {
  tab: OrderTab;
  page: number;
  filter: OrderFilter;
}

const pageOf = (text: string | null) => Math.max(1, Math.floor(Number(text)) || 1);

const read = (params: URLSearchParams): Shown => ({
  tab: params.get('tab') === 'sell' ? 'sell' : 'buy',
  page: pageOf(params.get('page')),
  filter: readOrderFilter(params),
});

const write = ({ tab, page, filter }: Shown) => ({
  ...(tab === 'sell' && { tab }),
  ...writeOrderFilter(filter),
  ...(page > 1 && { page: String(page) }),
});

/** Which orders are shown: tab (ORD-02), page and filter of the address, and how to change them. */
export function useOrderFilter() {
  const [params, setParams] = useSearchParams();
  const shown = read(params);
  const latest = useRef(shown);
  // The search box speaks up after a pause: by then its own drawing may be an old one.
  useEffect(() => {
    latest.current = shown;
  });
  const show = (change: Partial<Shown>, replace = false) => {
    latest.current = { ...latest.current, ...change };
    setParams(write(latest.current), { replace, preventScrollReset: replace });
  };
  return {
    ...shown,
    showTab: (tab: OrderTab) => show({ tab, page: 1 }),
    showPage: (page: number) => show({ page }),
    changeFilter: (part: Partial<OrderFilter>) =>
      show({ page: 1, filter: { ...latest.current.filter, ...part } }, true),
  };
}
