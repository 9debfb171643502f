/** Finds the brands of a filter, sorts them and cuts the page. */

import { liveCards } from '../brand.ts';
import { belongs, comparison, type Shelf } from '../snapshot/shelf.ts';
import type { Filter } from './filter.ts';

export interface Picked {
  /** Indexes of the shelf's brands. */
  readonly numbers: ArrayLike<number>;
  readonly total: number;
}

/** True if a brand has a card within the price range. Its lowest and highest prices decide most cases. */
function inRange(shelf: Shelf, number: number, filter: Filter): boolean {
  const { minMinor: min = 0, maxMinor: max = Number.POSITIVE_INFINITY } = filter;
  const prices = shelf.prices[filter.currency];
  const lowest = prices.lowest[number] ?? 0;
  const highest = prices.highest[number] ?? 0;
  if (lowest > max || highest < min) return false;
  if (lowest >= min || highest <= max) return true;
  const brand = shelf.brands[number];
  return (
    brand !== undefined &&
    liveCards(brand, filter.currency).some(
      ({ priceMinor }) => priceMinor >= min && priceMinor <= max,
    )
  );
}

interface Candidates {
  readonly numbers: readonly number[];
  /** Rank of the match, by number. */
  readonly rankOf?: Uint8Array;
}

/** Brands selected by ids or by search; undefined without either. */
function candidatesOf(shelf: Shelf, { brandIds, words }: Filter): Candidates | undefined {
  const named =
    brandIds.length > 0 ? brandIds.flatMap((id) => shelf.numberOf.get(id) ?? []) : undefined;
  if (!words) return named && { numbers: named };
  const { numbers, rankOf } = shelf.search.find(words);
  if (!named) return { numbers, rankOf };
  const among = new Set(named);
  return { numbers: numbers.filter((number) => among.has(number)), rankOf };
}

/** Fewer candidates are sorted; more are taken in the order that the shelf has sorted already. */
const manyCandidates = 256;

function sorted(shelf: Shelf, { numbers, rankOf }: Candidates, filter: Filter): number[] {
  const { currency, category, sort } = filter;
  const rank = (number: number) => rankOf?.[number] ?? 0;
  if (numbers.length < manyCandidates) {
    const compare = comparison(shelf, currency, sort);
    return numbers
      .filter((number) => belongs(shelf, number, filter))
      .sort((a, b) => rank(a) - rank(b) || compare(a, b));
  }
  const candidate = new Uint8Array(shelf.brands.length);
  for (const number of numbers) candidate[number] = 1;
  const byRank: number[][] = [[], [], [], []];
  for (const number of shelf.order(currency, category, sort))
    if (candidate[number] === 1) byRank[rank(number)]?.push(number);
  return byRank.flat();
}

export function pick(shelf: Shelf, filter: Filter): Picked {
  const { currency, category, sort, skip, limit } = filter;
  const candidates = candidatesOf(shelf, filter);
  let numbers: ArrayLike<number> & { slice(from: number, to: number): ArrayLike<number> } =
    candidates ? sorted(shelf, candidates, filter) : shelf.order(currency, category, sort);
  if (filter.minMinor !== undefined || filter.maxMinor !== undefined)
    numbers = Array.from(numbers).filter((number) => inRange(shelf, number, filter));
  return { numbers: numbers.slice(skip, skip + limit), total: numbers.length };
}
