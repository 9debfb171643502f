/** What is looked for among the wallet's movements: it lives in the address, so that it survives reload and Back. */
import type { MovementGroup } from '@giftlane/contract/money/wallet.ts';
import { dayOf, startOfDay } from '@giftlane/ui/form/days.ts';
import { groupLabels } from './groups.ts';

export interface WalletFilter {
  kind: MovementGroup | undefined;
  /** First and last day, `YYYY-MM-DD`; empty is any. */
  from: string;
  to: string;
}

export interface ShownMovements extends WalletFilter {
  page: number;
}

export const noWalletFilter: WalletFilter = { kind: undefined, from: '', to: '' };

export const groups = Object.keys(groupLabels) as MovementGroup[];

/** Reads the address; whatever makes no sense there counts as not said. */
export function readShown(params: URLSearchParams): ShownMovements {
  return {
    kind: groups.find((group) => group === params.get('kind')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  };
}

/** The address; what is as usual is left out. */
export function writeShown({ kind, from, to, page }: ShownMovements): URLSearchParams {
  return new URLSearchParams({
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** The filter as the call wants it: days become moments, the last one counts whole. */
export function queryOf({ kind, from, to }: WalletFilter) {
  return {
    eKind: kind,
    dFrom: startOfDay(from)?.toISOString(),
    dTo: startOfDay(to, 1)?.toISOString(),
  };
}

/** Whether anything is left out. */
export const isFiltered = (filter: WalletFilter): boolean =>
  Object.values(queryOf(filter)).some((value) => value !== undefined);
