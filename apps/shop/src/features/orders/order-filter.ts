/** Search and filter of the orders, kept in the address: they survive reload and Back. */
import { type OrderState, orderStates } from '@giftlane/contract/shop/order-states.ts';
import { dayOf, startOfDay } from '@giftlane/ui/form/days.ts';
import type { OrderSearchParams } from '../../rooms/orders/orders.ts';

export interface OrderFilter {
  search: string;
  status: OrderState | undefined;
  /** First and last day, `YYYY-MM-DD`; empty is any. */
  from: string;
  to: string;
}

export const noOrderFilter: OrderFilter = { search: '', status: undefined, from: '', to: '' };

/** Longest search of the API. */
const longestSearch = 100;

/** Reads the filter from the address; invalid values are ignored. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    status: orderStates.find((word) => word === params.get('status')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

/** The filter as address parameters, without default values. */
export function writeOrderFilter({ search, status, from, to }: OrderFilter) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The filter as parameters of the API: days become times, the last day included. */
export function orderSearchOf({ search, status, from, to }: OrderFilter): OrderSearchParams {
  return {
    search: search.trim() || undefined,
    eStatus: status,
    dFrom: startOfDay(from)?.toISOString(),
    dTo: startOfDay(to, 1)?.toISOString(),
  };
}

/** True when the list is searched or filtered. */
export const hasOrderFilter = (filter: OrderFilter): boolean =>
  Object.values(orderSearchOf(filter)).some((value) => value !== undefined);
