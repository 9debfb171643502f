/** A list filter, normalised: whatever asks for the same brands in the same order has the same key. */

import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { type Currency, defaultCurrency, fromWire } from '@giftlane/contract/money/money.ts';
import {
  type ListFilter,
  type listBrandsQuery,
  listFilterSchema,
} from '@giftlane/contract/shop/catalog.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import type * as z from 'zod';

/** Orders of a list (CAT-10 to CAT-14). */
export type BrandSort = 'views' | 'title' | 'titleDown' | 'price' | 'priceDown';

export interface Filter {
  readonly currency: Currency;
  /** Bounds of a card's price, minor units. */
  readonly minMinor: number | undefined;
  readonly maxMinor: number | undefined;
  /** A category; undefined is all. An unknown one matches nothing. */
  readonly category: string | undefined;
  readonly brandIds: readonly string[];
  /** The words searched for; undefined is no search. */
  readonly words: readonly string[] | undefined;
  readonly sort: BrandSort;
  readonly skip: number;
  readonly limit: number;
}

/** A list without `limit` has as many brands as this at most (OPEN-52). */
export const unpagedLimit = 2_000;

const bestSellersTab = 'Best Sellers';

/** Only the named choices sort otherwise than by name; none at all is the initial sort. */
function sortOf({ sort_by, order_by }: ListFilter): BrandSort {
  if (sort_by === undefined || sort_by === 'nViews') return order_by === 1 ? 'title' : 'views';
  if (sort_by === 'nPrice') return order_by === -1 ? 'priceDown' : 'price';
  return sort_by === 'sTitle' && order_by === -1 ? 'titleDown' : 'title';
}

const minorOf = (amount: number | undefined) =>
  amount === undefined ? undefined : Number(fromWire(amount));

/** Normalises what `POST /giftcards` was sent. */
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

/** What `GET /giftcards` was sent, as the same filter; throws like a schema where that is not one. */
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
  // All but the ids has been read by the same schemas already.
  return ids ? listFilterSchema.parse(list) : list;
}

/** Equal for equal filters only: no word and no id has a separator, and the category comes last. */
export function filterKey(filter: Filter): string {
  const { currency, minMinor = '', maxMinor = '', sort, skip, limit, words } = filter;
  const searched = words ? `=${words.join(' ')}` : '';
  const category = filter.category === undefined ? '' : `=${filter.category}`;
  return `${currency},${minMinor},${maxMinor},${sort},${skip},${limit},${searched},${filter.brandIds.join(' ')},${category}`;
}

/** The number of a category; unknown ones have none. */
export function categoryNumber(category: string): number {
  return (categories as readonly string[]).indexOf(category);
}
