/** Pages of long lists by the key of their last row, and searches by beginnings of words. */
import { text } from '@giftlane/texts/text.ts';
import { badField } from '../http/refusal.ts';

const rowsOfPage = 50;

/** The key that a page begins after; none for the first. Refuses what is none. */
function keyOf(after: string | undefined): string[] {
  if (!after) return [];
  try {
    const key: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // Refused below, as whatever else is no key.
  }
  throw badField('sAfter', text('error.wrongForm'));
}

/** A page of rows, and where the next one begins. `find` gets the key to begin after, and how many rows to find. */
export async function pageAfter<Row>(
  after: string | undefined,
  find: (key: readonly string[], most: number) => Promise<Row[]>,
  key: (row: Row) => readonly string[],
): Promise<{ readonly rows: Row[]; readonly next: string | null }> {
  const found = await find(keyOf(after), rowsOfPage + 1);
  const rows = found.slice(0, rowsOfPage);
  const last = found.length > rowsOfPage ? rows.at(-1) : undefined;
  return { rows, next: last ? Buffer.from(JSON.stringify(key(last))).toString('base64url') : null };
}

/** A query of full text for beginnings of all words; null without a word. */
export function wordsQuery(typed: string | undefined): string | null {
  const words = typed?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
}
