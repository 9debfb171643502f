/** The filter of the wallet's movements, stored in the URL to survive reload and Back. */
import type { MovementGroup } from '@giftlane/contract/money/wallet.ts';
import { dayOf, startOfDay } from '@giftlane/ui/form/days.ts';
import { groupLabels } from './groups.ts';

export interface WalletFilter {
  kind: MovementGroup | undefined;
  /** First and last day, `YYYY-MM-DD`; empty for no bound. */
  from: string;
  to: string;
}

export interface ShownMovements extends WalletFilter {
  page: number;
}

export const noWalletFilter: WalletFilter = { kind: undefined, from: '', to: '' };

export const groups = Object.keys(groupLabels) as MovementGroup[];

/** Reads the URL; invalid values count as missing. */
export function readShown(params: URLSearchParams): ShownMovements {
  return {
    kind: groups.find((group) => group === params.get('kind')),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  };
}

/** Writes the URL without default values. */
export function writeShown({ kind, from, to, page }: ShownMovements): URLSearchParams {
  return new URLSearchParams({
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** The filter as query of the call: local days become instants, up to the end of the last day. */
export function queryOf({ kind, from, to }: WalletFilter) {
  return {
    eKind: kind,
    dFrom: startOfDay(from)?.toISOString(),
    dTo: startOfDay(to, 1)?.toISOString(),
  };
}

/** True when the filter restricts the movements. */
export const isFiltered = (filter: WalletFilter): boolean =>
  Object.values(queryOf(filter)).some((value) => value !== undefined);
