/** A normalised list filter: equal requests have equal cache keys. */

import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { type Currency, defaultCurrency, fromWire } from '@giftlane/contract/money/money.ts';
import {
  type ListFilter,
  type listBrandsQuery,
  listFilterSchema,
} from '@giftlane/contract/shop/catalog.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import type * as z from 'zod';

/** Sort orders of a list (CAT-10 to CAT-14). */
export type BrandSort = 'views' | 'title' | 'titleDown' | 'price' | 'priceDown';

export interface Filter {
  readonly currency: Currency;
  /** Bounds of a card's price, in minor units. */
  readonly minMinor: number | undefined;
  readonly maxMinor: number | undefined;
  /** Undefined means all categories; an unknown one matches nothing. */
  readonly category: string | undefined;
  readonly brandIds: readonly string[];
  /** Words of the search; undefined without one. */
  readonly words: readonly string[] | undefined;
  readonly sort: BrandSort;
  readonly skip: number;
  readonly limit: number;
}

/** The most brands in a list without `limit` (OPEN-52). */
export const unpagedLimit = 2_000;

const bestSellersTab = 'Best Sellers';

/** Only the named choices sort by anything but title; none at all sorts by views. */
function sortOf({ sort_by, order_by }: ListFilter): BrandSort {
  if (sort_by === undefined || sort_by === 'nViews') return order_by === 1 ? 'title' : 'views';
  if (sort_by === 'nPrice') return order_by === -1 ? 'priceDown' : 'price';
  return sort_by === 'sTitle' && order_by === -1 ? 'titleDown' : 'title';
}

const minorOf = (amount: number | undefined) =>
  amount === undefined ? undefined : Number(fromWire(amount));

/** Normalises the body of `POST /giftcards`. */
export function filterOf(list: ListFilter): Filter {
  const { currency, priceRange, category, sCategory } = list.filterData ?? {};
  const limit = list.limit ?? unpagedLimit;
  return {
    currency: currency ?? defaultCurrency,
    minMinor: minorOf(priceRange?.min),
    maxMinor: minorOf(priceRange?.max),
    category: sCategory === undefined || sCategory === bestSellersTab ? undefined : sCategory,
    brandIds: [...new Set(category)].sort(),
    words: list.search?.trim() ? wordsOf(list.search) : undefined,
    sort: sortOf(list),
    skip: ((list.page ?? 1) - 1) * limit,
    limit,
  };
}

/**
 * Converts the query of `GET /giftcards` to the body of `POST /giftcards`; throws a schema error for invalid
 * ids.
 */
export function listFilterOf(query: z.output<typeof listBrandsQuery>): ListFilter {
  const { currency, min, max, category, sCategory, search, sort_by, order_by, page, limit } = query;
  const ids = category?.split(',').filter((id) => id !== '');
  const list: ListFilter = {
    filterData: { currency, priceRange: { min, max }, category: ids, sCategory },
    search,
    sort_by,
    order_by: order_by === undefined ? undefined : order_by === '1' ? 1 : -1,
    page,
    limit,
  };
  // All fields but the ids were validated by the same schemas already.
  return ids ? listFilterSchema.parse(list) : list;
}

/**
 * The cache key of a filter. Unambiguous: words and ids contain no separator, and the category, which may,
 * comes last.
 */
export function filterKey(filter: Filter): string {
  const { currency, minMinor = '', maxMinor = '', sort, skip, limit, words } = filter;
  const searched = words ? `=${words.join(' ')}` : '';
  const category = filter.category === undefined ? '' : `=${filter.category}`;
  return `${currency},${minMinor},${maxMinor},${sort},${skip},${limit},${searched},${filter.brandIds.join(' ')},${category}`;
}

/** Index of a category; −1 for an unknown one. */
export function categoryNumber(category: string): number {
  return (categories as readonly string[]).indexOf(category);
}
