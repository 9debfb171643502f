/** The brands whose cards the shop buys. */
import type { Data } from '@giftlane/contract/call.ts';
import type { listSellCards } from '@giftlane/contract/catalog.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '../lib/api.ts';

export type SellCard = Data<typeof listSellCards>[number];

/** All of them in a currency, by title: one answer, kept packed by the server. */
export function sellCardsQuery(currency: Currency) {
  return queryOptions({
    queryKey: ['sellcards', currency],
    queryFn: async ({ signal }): Promise<readonly SellCard[]> =>
      (await send<typeof listSellCards>('GET /sellcards', { query: { currency }, signal })).data,
    placeholderData: keepPreviousData,
  });
}
