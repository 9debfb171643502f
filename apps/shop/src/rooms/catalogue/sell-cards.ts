/** The brands whose cards the shop buys. */

import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type SellCard = Answer<'GET /sellcards'>['data'][number];

/** All of them in a currency, by title: one answer, kept packed by the server. */
export function sellCardsQuery(currency: Currency) {
  return queryOptions({
    queryKey: ['sellcards', currency],
    queryFn: ({ signal }): Promise<readonly SellCard[]> =>
      sendForData('GET /sellcards', { query: { currency }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A brand whose cards are sold, and those of its cards the shop buys in a currency. */
export interface SellBrand {
  brand: Answer<'GET /categories/{id}'>['data'];
  cards: Answer<'POST /sellcards/{id}'>['data'];
}

export function sellBrandQuery(id: string, currency: Currency) {
  return queryOptions({
    queryKey: ['sellcards', 'brand', id, currency],
    queryFn: async ({ signal }): Promise<SellBrand> => {
      const params = { id };
      const [brand, cards] = await Promise.all([
        send('GET /categories/{id}', { params, signal }),
        send('POST /sellcards/{id}', { params, body: { currency }, signal }),
      ]);
      return { brand: brand.data, cards: cards.data };
    },
    placeholderData: keepPreviousData,
  });
}

export type SellTerms = Answer<'GET /sellterms'>['data'];

/** What holds for the member's next offer of cards in a currency: each offer changes it. */
export function sellTermsQuery(currency: Currency) {
  return queryOptions({
    queryKey: ['sell-terms', currency],
    queryFn: ({ signal }): Promise<SellTerms> =>
      sendForData('GET /sellterms', { query: { currency }, signal }),
    staleTime: 0,
    // Without it the page is as good: the server has the last word.
    meta: { quiet: true },
  });
}
