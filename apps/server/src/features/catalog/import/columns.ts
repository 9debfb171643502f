/** Columns of an import and the parsers of their cells. */

import {
  currencies,
  fromDecimalText,
  fromWire,
  maxAmount,
  percentFromWire,
} from '@giftlane/contract/money/money.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';

/** A parsed cell, or its problem. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };
/** Parses a cell. */
type Read<T> = (cell: string) => Reading<T>;

const longestSlug = 80;
const longestPath = 300;

const slug: Read<string> = (cell) =>
  cell.length <= longestSlug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(cell)
    ? { value: cell }
    : { problem: text('import.slug', { max: longestSlug }) };

/** Text without control characters, but for tabs and line ends. */
const words =
  (max: number): Read<string> =>
  (cell) => {
    if (cell.length > max) return { problem: text('import.tooLong', { max }) };
    return /[^\P{Cc}\t\n\r]/u.test(cell) ? { problem: text('import.control') } : { value: cell };
  };

const oneOf =
  <const T extends string>(choices: readonly T[]): Read<T> =>
  (cell) => {
    const value = choices.find((choice) => choice.toLowerCase() === cell.toLowerCase());
    return value ? { value } : { problem: text('import.oneOf', { choices: choices.join(', ') }) };
  };

/** A relative path below the media address, without `..`, or nothing. */
const path: Read<string> = (cell) =>
  cell.length <= longestPath && /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!$)|$))*$/.test(cell)
    ? { value: cell }
    : { problem: text('import.path') };

const money: Read<bigint> = (cell) => {
  const minor = fromDecimalText(cell);
  return minor !== undefined && minor > 0n && minor <= fromWire(maxAmount)
    ? { value: minor }
    : { problem: text('import.money', { max: maxAmount }) };
};

const percent: Read<number> = (cell) => {
  if (cell === '') return { value: 0 };
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(cell) && Number(cell) <= 100
    ? { value: percentFromWire(Number(cell)) }
    : { problem: text('import.percent') };
};

const yesNo: Read<boolean> = (cell) => {
  if (/^(?:yes|true|1)$/i.test(cell)) return { value: true };
  return /^(?:no|false|0|)$/i.test(cell) ? { value: false } : { problem: text('import.yesNo') };
};

/** Columns of a brand, by field. A blank cell is ignored if another row of the brand fills it. */
export const brandColumns = {
  title: ['title', words(120)],
  category: ['category', oneOf(categories)],
  shortDesc: ['short_desc', words(500)],
  shortSellDesc: ['short_sell_desc', words(500)],
  description: ['description', words(20_000)],
  redeem: ['redeem', words(20_000)],
  logo: ['logo', path],
  banner: ['banner', path],
  video: ['video', path],
} as const satisfies Record<string, readonly [string, Read<string>]>;

/** Columns of a card, by field. A blank percentage is zero, a blank flag is no. */
export const cardColumns = {
  priceMinor: ['price', money],
  discountBp: ['discount', percent],
  cashbackBp: ['cashback', percent],
  serviceChargeBp: ['service_charge', percent],
  exchangeFeesBp: ['exchange_fees', percent],
  readOnly: ['read_only', yesNo],
  sellable: ['sellable', yesNo],
} as const satisfies Record<string, readonly [string, Read<unknown>]>;

/** Columns that identify the brand and card of a row. */
export const keyColumns = {
  slug: ['brand', slug],
  currency: ['currency', oneOf(currencies)],
  valueMinor: ['value', money],
} as const satisfies Record<string, readonly [string, Read<unknown>]>;

type Fields<C> = {
  -readonly [F in keyof C]: C[F] extends readonly [string, Read<infer T>] ? T : never;
};
export type BrandFields = Fields<typeof brandColumns>;
export type CardFields = Fields<typeof cardColumns>;
export type KeyFields = Fields<typeof keyColumns>;

const all = { ...keyColumns, ...brandColumns, ...cardColumns };

export const columnNames: readonly string[] = Object.values(all).map(([name]) => name);

/** Names of the columns with decimal numbers. */
export const numberNames = [...Object.values(cardColumns), keyColumns.valueMinor].flatMap(
  ([name, read]) => (read === money || read === percent ? [name] : []),
);

/** The column of a field. */
export function columnOf(field: keyof typeof all): string {
  return all[field][0];
}
