/** What is looked for among the orders: it lives in the address, so that it survives reload and Back. */
import { type OrderState, orderStates } from '@giftlane/contract/shop/order-states.ts';
import { dayOf, startOfDay } from '@giftlane/ui/form/days.ts';
import type { OrderSearch } from '../../rooms/orders/orders.ts';

export interface OrderFilter {
  search: string;
  status: OrderState | undefined;
  /** First and last day, `YYYY-MM-DD`; empty is any. */
  from: string;
  to: string;
}

export const noOrderFilter: OrderFilter = { search: '', status: undefined, from: '', to: '' };

/** What the call takes at most. */
const longestSearch = 100;

/** Reads the address; whatever makes no sense there counts as not said. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    status: orderStates.find((word) => word === params.get('status')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

/** A filter as parts of an address; what is as usual is left out. */
export function writeOrderFilter({ search, status, from, to }: OrderFilter) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The filter as the call wants it: days become moments, the last one counts whole. */
export function orderSearchOf({ search, status, from, to }: OrderFilter): OrderSearch {
  return {
    search: search.trim() || undefined,
    eStatus: status,
    dFrom: startOfDay(from)?.toISOString(),
    dTo: startOfDay(to, 1)?.toISOString(),
  };
}

/** Whether anything is left out. */
export const isFiltered = (filter: OrderFilter): boolean =>
  Object.values(orderSearchOf(filter)).some((value) => value !== undefined);
