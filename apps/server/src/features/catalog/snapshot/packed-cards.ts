/**
 * The cards of a brand in one array of numbers: 100,000 cards as objects would take several times the memory
 * and slow every garbage collection.
 */

import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { fewLeft } from '@giftlane/contract/shop/catalog.ts';
import type { CardRow } from '../queries.ts';

export interface PackedCards {
  /** All ids, separated by spaces. */
  readonly ids: string;
  readonly numbers: Float64Array;
}

/** An unpacked card. Amounts are integers in minor units, far below the largest safe integer. */
export interface Card {
  readonly id: string;
  readonly currency: Currency;
  readonly valueMinor: number;
  readonly priceMinor: number;
  readonly discountBp: number;
  readonly cashbackBp: number;
  readonly serviceChargeBp: number;
  readonly exchangeFeesBp: number;
  readonly version: number;
  readonly readOnly: boolean;
  readonly sellable: boolean;
  readonly retired: boolean;
  /** Free codes; undefined while there are plenty. */
  readonly left: number | undefined;
}

const width = 10;
const flags = { readOnly: 1, sellable: 2, retired: 4 };
const flagsAt = 8;
const leftAt = 9;
/** Stands for any higher number, so that changes above it count as none. */
const plenty = fewLeft + 1;

function write(numbers: Float64Array, at: number, row: CardRow): void {
  numbers[at] = currencies.indexOf(row.currency);
  numbers[at + 1] = Number(row.valueMinor);
  numbers[at + 2] = Number(row.priceMinor);
  numbers[at + 3] = row.discountBp;
  numbers[at + 4] = row.cashbackBp;
  numbers[at + 5] = row.serviceChargeBp;
  numbers[at + 6] = row.exchangeFeesBp;
  numbers[at + 7] = row.version;
  numbers[at + flagsAt] =
    (row.readOnly ? flags.readOnly : 0) |
    (row.sellable ? flags.sellable : 0) |
    (row.retired ? flags.retired : 0);
}

/** Packs rows in their order, with no stock. */
export function pack(rows: readonly CardRow[]): PackedCards {
  const numbers = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    write(numbers, i * width, row);
  });
  return { ids: rows.map(({ id }) => id).join(' '), numbers };
}

export function idsOf({ ids }: PackedCards): string[] {
  return ids === '' ? [] : ids.split(' ');
}

function unpackOne(id: string, numbers: Float64Array, position: number): Card {
  const at = position * width;
  const number = (field: number) => numbers[at + field] ?? 0;
  const flag = number(flagsAt);
  const left = number(leftAt);
  return {
    id,
    currency: currencies[number(0)] ?? 'usd',
    valueMinor: number(1),
    priceMinor: number(2),
    discountBp: number(3),
    cashbackBp: number(4),
    serviceChargeBp: number(5),
    exchangeFeesBp: number(6),
    version: number(7),
    readOnly: (flag & flags.readOnly) !== 0,
    sellable: (flag & flags.sellable) !== 0,
    retired: (flag & flags.retired) !== 0,
    left: left < plenty ? left : undefined,
  };
}

export function unpack(cards: PackedCards): Card[] {
  return idsOf(cards).map((id, position) => unpackOne(id, cards.numbers, position));
}

/** Free codes by card id; cards without any may be absent. */
export type StockLevels = ReadonlyMap<string, number>;

/** Stores the numbers of codes left, capped at `plenty`; returns true if one changed. */
export function markStock(cards: PackedCards, stock: StockLevels): boolean {
  const { numbers } = cards;
  let changed = false;
  idsOf(cards).forEach((id, position) => {
    const at = position * width + leftAt;
    const left = Math.min(Math.max(stock.get(id) ?? 0, 0), plenty);
    if (left === numbers[at]) return;
    numbers[at] = left;
    changed = true;
  });
  return changed;
}
