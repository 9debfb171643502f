/**
 * The brands on sale, numbered in the order of their titles, with what sorts and filters them in arrays
 * by that number. A shelf never changes: a refresh puts another in its place.
 */
import { categories } from '@giftlane/contract/catalog.ts';
import { type Currency, currencies } from '@giftlane/contract/money.ts';
import type { Brand } from './brand.ts';
import { categoryNumber, type Sort } from './filter.ts';
import { indexTitles, type Search } from './search.ts';

export interface Shelf {
  readonly brands: readonly Brand[];
  readonly numberOf: ReadonlyMap<string, number>;
  readonly search: Search;
  readonly views: Float64Array;
  readonly categories: Int8Array;
  /** Lowest and highest price by number; the highest is 0 for a brand without cards. */
  readonly prices: Readonly<Record<Currency, { lowest: Float64Array; highest: Float64Array }>>;
  /** All numbers with cards in a currency (and of a category) in an order; made at first use. */
  order(currency: Currency, category: string | undefined, sort: Sort): Uint32Array;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** In the order of titles; ids decide between equal ones so that pages never overlap. */
function byTitle(brands: Iterable<Brand>): Brand[] {
  return [...brands].sort((a, b) => collator.compare(a.title, b.title) || (a.id < b.id ? -1 : 1));
}

/** The shelf's order again when neither titles nor what is on sale changed: sorting is the costly part. */
function sameOrder(all: ReadonlyMap<string, Brand>, before: Shelf): Brand[] | undefined {
  const brands = before.brands.flatMap(({ id, title }) => {
    const brand = all.get(id);
    return brand && !brand.retired && brand.title === title ? [brand] : [];
  });
  const onSale = all.values().reduce((sum, { retired }) => sum + (retired ? 0 : 1), 0);
  return brands.length === onSale && onSale === before.brands.length ? brands : undefined;
}

function pricesOf(brands: readonly Brand[], currency: Currency) {
  const at = 2 * currencies.indexOf(currency);
  return {
    lowest: Float64Array.from(brands, (brand) => brand.prices[at] ?? 0),
    highest: Float64Array.from(brands, (brand) => brand.prices[at + 1] ?? 0),
  };
}

/** Compares two numbers of a shelf; equal ones go by title, which is by number. */
export type Compare = (a: number, b: number) => number;

/** The comparison behind a sort. */
export function comparison(shelf: Shelf, currency: Currency, sort: Sort): Compare {
  const { views } = shelf;
  const { lowest } = shelf.prices[currency];
  const of = (values: Float64Array, number: number) => values[number] ?? 0;
  switch (sort) {
    case 'views':
      return (a, b) => of(views, b) - of(views, a) || a - b;
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

/** Whether a brand has cards in the currency and is of the category, if one is given. */
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

/** Puts the brands that are on sale on a shelf, taking over what still holds of the one before. */
export function makeShelf(all: ReadonlyMap<string, Brand>, before?: Shelf): Shelf {
  const kept = before && sameOrder(all, before);
  const brands = kept ?? byTitle(all.values().filter(({ retired }) => !retired));
  const orders = new Map<string, Uint32Array>();
  const shelf: Shelf = {
    brands,
    numberOf:
      kept && before ? before.numberOf : new Map(brands.map(({ id }, number) => [id, number])),
    search: kept && before ? before.search : indexTitles(brands.map(({ title }) => title)),
    views: Float64Array.from(brands, ({ views }) => views),
    categories: Int8Array.from(brands, ({ category }) => categoryNumber(category)),
    prices: {
      aud: pricesOf(brands, 'aud'),
      cad: pricesOf(brands, 'cad'),
      gbp: pricesOf(brands, 'gbp'),
      usd: pricesOf(brands, 'usd'),
      eur: pricesOf(brands, 'eur'),
    },
    order(currency, category, sort) {
      const known = category === undefined || categories.some((name) => name === category);
      if (!known) return new Uint32Array();
      const key = `${currency} ${category} ${sort}`;
      let order = orders.get(key);
      if (!order) {
        const numbers = brands.flatMap((_, n) =>
          belongs(shelf, n, { currency, category }) ? [n] : [],
        );
        order = Uint32Array.from(numbers).sort(comparison(shelf, currency, sort));
        orders.set(key, order);
      }
      return order;
    },
  };
  return shelf;
}
