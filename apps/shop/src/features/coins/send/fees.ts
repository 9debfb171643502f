/** Network fees of a send, estimated by the shop's node. */

import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type FeeQuote = Answer<'POST /crypto/fees'>['data'][number];

export interface FeeQuestion {
  coin: CoinName;
  /** Smallest units; 0 without an amount. */
  units: number;
  /** Empty for a quote with the usual type of address. */
  address: string;
}

export const feesQuery = ({ coin, units, address }: FeeQuestion) =>
  queryOptions({
    ...apiQuery('POST /crypto/fees', {
      body: {
        coin,
        ...(units > 0 && { amount: units }),
        ...(address && { receiveAddress: address }),
      },
    }),
    // Receivers' addresses are not cached.
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Fetches the fees anew. */
export const askFees = (question: FeeQuestion): Promise<readonly FeeQuote[]> =>
  queryClient.fetchQuery({ ...feesQuery(question), staleTime: 0 });

/** The estimated time until the first block, in words. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return text('coins.send.minutes', { minutes });
  return text('coins.send.hours', { hours: Math.round(minutes / 60) });
}
