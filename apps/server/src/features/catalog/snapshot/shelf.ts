/**
 * The brands on sale, numbered by title, with their sort and filter columns in arrays by that number.
 * Immutable: a reload replaces the shelf.
 */

import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { locale } from '@giftlane/texts/locale.ts';
import type { Brand } from '../brand.ts';
import { type BrandSort, categoryNumber } from '../search/filter.ts';
import { indexTitles, type Search } from '../search/search.ts';

export interface Shelf {
  readonly brands: readonly Brand[];
  readonly numberOf: ReadonlyMap<string, number>;
  readonly search: Search;
  readonly views: Float64Array;
  /** Places before the other best sellers. */
  readonly bestPlaces: Float64Array;
  readonly categories: Float64Array;
  /** Lowest and highest price by number; the highest is 0 for a brand without cards. */
  readonly prices: Readonly<Record<Currency, { lowest: Float64Array; highest: Float64Array }>>;
  /** Sorted numbers of the brands with cards in a currency (and of a category); computed at first use. */
  order(currency: Currency, category: string | undefined, sort: BrandSort): Uint32Array;
}

const collator = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });

/** Sorted by title, then by id, so that the order is total and pages never overlap. */
function byTitle(brands: readonly Brand[]): Brand[] {
  return brands.toSorted((a, b) => collator.compare(a.title, b.title) || (a.id < b.id ? -1 : 1));
}

/** The previous order, if neither titles nor the brands on sale changed: saves sorting. */
function sameOrder(onSale: readonly Brand[], before: Shelf): Brand[] | undefined {
  if (onSale.length !== before.brands.length) return undefined;
  const brands: Brand[] = [];
  for (const brand of onSale) {
    const number = before.numberOf.get(brand.id) ?? -1;
    if (before.brands[number]?.title !== brand.title) return undefined;
    brands[number] = brand;
  }
  return brands;
}

/** One numeric column of all brands; `Float64Array.from` takes ten times as long. */
function column(brands: readonly Brand[], read: (brand: Brand) => number): Float64Array {
  const numbers = new Float64Array(brands.length);
  brands.forEach((brand, number) => {
    numbers[number] = read(brand);
  });
  return numbers;
}

function pricesOf(brands: readonly Brand[], currency: Currency) {
  const at = 2 * currencies.indexOf(currency);
  return {
    lowest: column(brands, ({ prices }) => prices[at] ?? 0),
    highest: column(brands, ({ prices }) => prices[at + 1] ?? 0),
  };
}

function allPrices(brands: readonly Brand[]): Shelf['prices'] {
  return {
    aud: pricesOf(brands, 'aud'),
    cad: pricesOf(brands, 'cad'),
    gbp: pricesOf(brands, 'gbp'),
    usd: pricesOf(brands, 'usd'),
    eur: pricesOf(brands, 'eur'),
  };
}

/** Compares two brands by number; ties are ordered by title, that is by number. */
export type Compare = (a: number, b: number) => number;

export function comparison(shelf: Shelf, currency: Currency, sort: BrandSort): Compare {
  const { views, bestPlaces } = shelf;
  const { lowest } = shelf.prices[currency];
  const of = (values: Float64Array, number: number) => values[number] ?? 0;
  switch (sort) {
    case 'views':
      return (a, b) => {
        const [first, second] = [of(bestPlaces, a), of(bestPlaces, b)];
        return first === second ? of(views, b) - of(views, a) || a - b : first - second;
      };
    case 'price':
      return (a, b) => of(lowest, a) - of(lowest, b) || a - b;
    case 'priceDown':
      return (a, b) => of(lowest, b) - of(lowest, a) || a - b;
    case 'titleDown':
      return (a, b) => b - a;
    case 'title':
      return (a, b) => a - b;
  }
}

/** True if a brand has cards in the currency and, if a category is given, belongs to it. */
export function belongs(
  shelf: Shelf,
  number: number,
  { currency, category }: { currency: Currency; category: string | undefined },
): boolean {
  return (
    (shelf.prices[currency].highest[number] ?? 0) > 0 &&
    (category === undefined || shelf.categories[number] === categoryNumber(category))
  );
}

/** A shelf with new views or stock; titles, categories and prices are reused. */
export function renewShelf(shelf: Shelf): Shelf {
  return arrange(shelf.brands, shelf);
}

/** Builds the shelf of the brands on sale, reusing what is still valid of the previous one. */
export function makeShelf(all: readonly Brand[], before?: Shelf): Shelf {
  const onSale = all.filter(({ retired }) => !retired);
  const kept = before && sameOrder(onSale, before);
  const brands = kept ?? byTitle(onSale);
  return arrange(brands, {
    numberOf: (kept && before?.numberOf) ?? new Map(brands.map(({ id }, number) => [id, number])),
    search: (kept && before?.search) ?? indexTitles(brands.map(({ title }) => title)),
    categories: column(brands, ({ category }) => categoryNumber(category)),
    prices: allPrices(brands),
  });
}

function arrange(
  brands: readonly Brand[],
  {
    numberOf,
    search,
    categories,
    prices,
  }: Omit<Shelf, 'brands' | 'views' | 'bestPlaces' | 'order'>,
): Shelf {
  const orders = new Map<string, Uint32Array>();
  const shelf: Shelf = {
    brands,
    numberOf,
    search,
    categories,
    prices,
    views: column(brands, ({ views }) => views),
    bestPlaces: column(brands, ({ bestPlace }) => bestPlace),
    order(currency, category, sort) {
      const known = category === undefined || categoryNumber(category) >= 0;
      if (!known) return new Uint32Array();
      const key = `${currency} ${category} ${sort}`;
      let order = orders.get(key);
      if (!order) {
        const numbers = [...brands.keys()].filter((n) => belongs(shelf, n, { currency, category }));
        order = new Uint32Array(numbers).sort(comparison(shelf, currency, sort));
        orders.set(key, order);
      }
      return order;
    },
  };
  return shelf;
}
