/** Brands and cards the shop buys from members. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type SellCard = Answer<'GET /sellcards'>['data'][number];

/** All brands whose cards are bought in a currency, by title. */
export const sellCardsQuery = (currency: Currency) =>
  queryOptions({
    ...apiQuery('GET /sellcards', { query: { currency }, anonymous: true }),
    placeholderData: keepPreviousData,
  });

/** A brand and those of its cards that are bought in a currency. */
export interface SellBrand {
  brand: Answer<'GET /categories/{id}'>['data'];
  cards: Answer<'POST /sellcards/{id}'>['data'];
}

export function sellBrandQuery(id: string, currency: Currency) {
  const params = { id };
  return queryOptions({
    // Invalidated with the list of brands.
    queryKey: [...apiKey('GET /sellcards', { query: { currency }, anonymous: true }), id],
    queryFn: async ({ signal }): Promise<SellBrand> => {
      const sent = { params, signal, anonymous: true };
      const [brand, cards] = await Promise.all([
        send('GET /categories/{id}', sent),
        send('POST /sellcards/{id}', { ...sent, body: { currency } }),
      ]);
      return { brand: brand.data, cards: cards.data };
    },
    placeholderData: keepPreviousData,
  });
}

export type SellTerms = Answer<'GET /sellterms'>['data'];

/** Terms of the member's next offer in a currency; every offer changes them. */
export const sellTermsQuery = (currency: Currency) =>
  queryOptions({
    ...apiQuery('GET /sellterms', { query: { currency } }),
    staleTime: 0,
    // The page works without them: the server decides.
    meta: { quiet: true },
  });
