/** Filter of the cards the shop buys, kept in the URL's query. */

import { hasWords, wordsOf } from '@giftlane/contract/members/letters.ts';
import { type Category, categories, categorySlug } from '@giftlane/contract/shop/categories.ts';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';

export interface SellFilter {
  /** Undefined is the tab of all cards. */
  category: Category | undefined;
  search: string;
}

const longestSearch = 100;

/** Reads the filter from the query; invalid values are ignored. */
export function readFilter(params: URLSearchParams): SellFilter {
  return {
    category: categories.find((category) => categorySlug(category) === params.get('tab')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
  };
}

/** Writes the filter as a query; defaults are left out. */
export function writeFilter({ category, search }: SellFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (category) params.set('tab', categorySlug(category));
  if (search) params.set('search', search);
  return params;
}

/** Cards of the category whose titles have words that start with those of the search. */
export function cardsOf(
  cards: readonly SellCard[],
  { category, search }: SellFilter,
): readonly SellCard[] {
  const wanted = wordsOf(search);
  return cards.filter(
    ({ sCategory, sTitle }) => (!category || sCategory === category) && hasWords(sTitle, wanted),
  );
}
