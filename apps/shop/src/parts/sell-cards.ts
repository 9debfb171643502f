/** The brands whose cards the shop buys. */
import type { Data } from '@giftlane/contract/call.ts';
import type { listSellCards, showCategory, showSellCards } from '@giftlane/contract/catalog.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import type { showSellTerms } from '@giftlane/contract/selling.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send, sendForData } from '../lib/api.ts';

export type SellCard = Data<typeof listSellCards>[number];

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
  brand: Data<typeof showCategory>;
  cards: Data<typeof showSellCards>;
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

export type SellTerms = Data<typeof showSellTerms>;

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
