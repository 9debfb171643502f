/** Pages of long lists by the key of their last row, and searches by beginnings of words. */
import { text } from '@giftlane/texts/text.ts';
import { badField } from '../http/refusal.ts';

const rowsOfPage = 50;
/** Queries ask for one row more than a page has, by which it is seen whether there is a next page. */
export const pageLimit = rowsOfPage + 1;

/** The page of rows that were asked for with `pageLimit`; where they have a next one, it begins after their last key. */
export function pageBy<Row, Shown>(
  rows: readonly Row[],
  show: (row: Row) => Shown,
  keyOf: (row: Row) => string,
) {
  const page = rows.slice(0, rowsOfPage);
  const last = rows.length > rowsOfPage ? page.at(-1) : undefined;
  return { aRows: page.map(show), sNext: last === undefined ? null : keyOf(last) };
}

/** The same of rows as they are shown, by their ids. */
export const pageOfRows = <Row extends { readonly _id: string }>(rows: readonly Row[]) =>
  pageBy(
    rows,
    (row) => row,
    ({ _id }) => _id,
  );

/** A key of several columns. */
export const writeKey = (...columns: readonly string[]): string =>
  Buffer.from(JSON.stringify(columns)).toString('base64url');

/** The columns of the key that a page begins after; none for the first. Refuses what is none. */
export function readKey(after: string | undefined): string[] {
  if (!after) return [];
  try {
    const key: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // Refused below, as whatever else is no key.
  }
  throw badField('sAfter', text('error.wrongForm'));
}

/** A query of full text for beginnings of all words; null without a word. */
export function wordsQuery(typed: string | undefined): string | null {
  const words = typed?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
}
