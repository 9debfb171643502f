/** The query of a coin wallet's transfers (COIN-08). */

import { apiPageQuery, type ListPage } from '@giftlane/client/queries.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { CoinName, CoinState } from '@giftlane/contract/money/coins.ts';
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export const transfersPerPage = 10;

export const transfersQuery = (coin: CoinName, page: number) =>
  queryOptions({
    ...apiPageQuery('GET /crypto/transactions/{coin}', {
      params: { coin },
      query: { page, limit: transfersPerPage },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** States that change by themselves. */
const moving: ReadonlySet<CoinState> = new Set([
  'created',
  'pendingApproval',
  'signed',
  'unconfirmed',
]);

const lookOftenMs = 4_000;
/** A deposit can arrive at any time. */
const lookMs = 15_000;

/** The polling interval of a wallet and its transfers: shorter while a transfer is under way. */
export function lookAgainMs(
  { nPending }: CoinWallet,
  shown: ListPage<readonly CoinTransfer[]> | undefined,
): number {
  const underWay = nPending > 0 || shown?.items.some(({ state }) => moving.has(state));
  return underWay ? lookOftenMs : lookMs;
}
