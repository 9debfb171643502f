/** What is looked for among the orders: it lives in the address, so that it survives reload and Back. */
import { type OrderState, orderStates } from '@giftlane/contract/order-states.ts';
import type { OrderSearch } from '../../parts/orders.ts';

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

/** The beginning of a day, and of the one after it, where the viewer is. */
function startOf(day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year || !month || !date) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const real = daysLater > 0 || start.getDate() === Number(date);
  return real ? start : undefined;
}

/** Whether it is a day one can look for: `0202-01-01` is one that is still being typed. */
export const isDay = (text: string): boolean => startOf(text) !== undefined;

const dayOf = (text: string | null) => (text !== null && isDay(text) ? text : '');

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
    dFrom: startOf(from)?.toISOString(),
    dTo: startOf(to, 1)?.toISOString(),
  };
}

/** Whether anything is left out. */
export const isFiltered = (filter: OrderFilter): boolean =>
  Object.values(orderSearchOf(filter)).some((value) => value !== undefined);
