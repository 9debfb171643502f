/** Search for orders by words of card titles, number, state and date. */
import { hasWords, wordsOf } from '@giftlane/contract/members/letters.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Queryable } from '../../platform/db/db.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { cardsOrdered, type Fit, foundThatFit, headsByIds, newestThatFit } from './find-queries.ts';
import { oneAtATime } from './long-list.ts';
import type { ListedHead, State } from './queries.ts';

export interface OrderFilter {
  readonly search?: string | undefined;
  readonly word?: OrderState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Most orders found; a wider search has to be narrowed. */
const foundAtMost = 1_000;
/** Most orders with a card examined when a state or a date is given too. */
const searchedAtMost = 10_000;

const everyState: readonly State[] = [
  'pending',
  'paid',
  'accepted',
  'delivered',
  'failed',
  'refunded',
];

/** The states of each word of the contract; the inverse of `wordOf`. */
const fits: Record<OrderState, Pick<Fit, 'states' | 'declined'>> = {
  Pending: { states: ['pending'], declined: false },
  Paid: { states: ['paid'], declined: null },
  Processing: { states: ['accepted'], declined: null },
  Delivered: { states: ['delivered'], declined: null },
  Declined: { states: ['pending', 'failed'], declined: true },
  Failed: { states: ['failed'], declined: false },
  Refunded: { states: ['refunded'], declined: null },
};

function fitOf({ word, from, to }: OrderFilter): Fit {
  return {
    ...(word ? fits[word] : { states: everyState, declined: null }),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
}

type TitleOf = Catalog['titleOf'];

/** Titles compared before yielding to the event loop: a member may have ordered thousands of cards. */
const titlesAtOnce = 100;

async function cardsNamed(
  db: Queryable,
  memberId: string,
  search: string,
  titleOf: TitleOf,
): Promise<string[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const ordered = await cardsOrdered(db, memberId);
  const isNamed = ({ cardId }: { cardId: string }) => hasWords(titleOf(cardId) ?? '', words);
  const named: string[] = [];
  for (let from = 0; from < ordered.length; from += titlesAtOnce) {
    const some = ordered.slice(from, from + titlesAtOnce);
    const fitting = await oneAtATime(async () => some.filter(isNamed));
    named.push(...fitting.map(({ cardId }) => cardId));
  }
  return named;
}

/** True when a filter has a condition. */
export const isFilter = ({ search, word, from, to }: OrderFilter): boolean =>
  Boolean(search?.trim() || word || from || to);

/** A page of a member's matching orders, newest first; as fast with 100,000 orders as with ten. */
export async function findOrders(
  db: Queryable,
  memberId: string,
  filter: OrderFilter & { titleOf: TitleOf },
  { page, limit }: { page: number; limit: number },
): Promise<{ heads: ListedHead[]; total: number }> {
  const fit = fitOf(filter);
  const search = filter.search?.trim();
  const found = search
    ? await foundThatFit(db, memberId, fit, {
        cardIds: await cardsNamed(db, memberId, search, filter.titleOf),
        orderIds: [search, search.toLowerCase()],
        // Without other conditions each hit matches, so the newest suffice.
        depth: fit.from || fit.to || filter.word ? searchedAtMost : foundAtMost,
        limit: foundAtMost,
      })
    : await newestThatFit(db, memberId, fit, foundAtMost);
  const ids = found.slice((page - 1) * limit, page * limit).map(({ id }) => id);
  const heads = ids.length === 0 ? [] : await headsByIds(db, memberId, ids);
  return { heads, total: found.length };
}
