/** What is looked for among the cards the shop buys: kept in the address, as the catalogue's is. */

import { hasWords, wordsOf } from '@giftlane/contract/members/letters.ts';
import { type Category, categories, categorySlug } from '@giftlane/contract/shop/categories.ts';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';

export interface SellFilter {
  /** Undefined is the tab of all cards. */
  category: Category | undefined;
  search: string;
}

const longestSearch = 100;

/** Reads the address; whatever makes no sense there counts as not said. */
export function readFilter(params: URLSearchParams): SellFilter {
  return {
    category: categories.find((category) => categorySlug(category) === params.get('tab')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
  };
}

/** Writes a filter as an address; what is as usual is left out. */
export function writeFilter({ category, search }: SellFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (category) params.set('tab', categorySlug(category));
  if (search) params.set('search', search);
  return params;
}

/** The cards of a category whose titles have words that begin like those looked for. */
export function cardsOf(
  cards: readonly SellCard[],
  { category, search }: SellFilter,
): readonly SellCard[] {
  const wanted = wordsOf(search);
  return cards.filter(
    ({ sCategory, sTitle }) => (!category || sCategory === category) && hasWords(sTitle, wanted),
  );
}
