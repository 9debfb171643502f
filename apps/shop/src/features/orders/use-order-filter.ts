import { useAddressState } from '@giftlane/client/address-state.ts';
import { type OrderFilter, readOrderFilter, writeOrderFilter } from './order-filter.ts';

export type OrderTab = 'buy' | 'sell';

interface Shown extends OrderFilter {
  tab: OrderTab;
  page: number;
}

const pageOf = (text: string | null) => Math.max(1, Math.floor(Number(text)) || 1);

const read = (params: URLSearchParams): Shown => ({
  tab: params.get('tab') === 'sell' ? 'sell' : 'buy',
  page: pageOf(params.get('page')),
  ...readOrderFilter(params),
});

const write = ({ tab, page, ...filter }: Shown) =>
  new URLSearchParams({
    ...(tab === 'sell' && { tab }),
    ...writeOrderFilter(filter),
    ...(page > 1 && { page: String(page) }),
  });

/** Tab (ORD-02), page and filter of the address, and their setters. */
export function useOrderFilter() {
  const [{ tab, page, ...filter }, change] = useAddressState(read, write);
  return {
    tab,
    page,
    filter,
    showTab: (next: OrderTab) => change({ tab: next, page: 1 }, 'push'),
    showPage: (next: number) => change({ page: next }, 'push'),
    changeFilter: (part: Partial<OrderFilter>) => change({ ...part, page: 1 }),
  };
}
