/** A coin wallet's transfers, ten a page (COIN-08). */
import type { CoinName } from '@giftlane/contract/coins.ts';
import type { CoinState, CoinTransfer, listCoinTransfers } from '@giftlane/contract/crypto.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { coinWalletsQuery } from '../../parts/coins.ts';

export const transfersPerPage = 10;

const transfersKey = (coin: CoinName) => ['coin-transfers', coin] as const;

export const transfersQuery = (coin: CoinName, page: number) =>
  queryOptions({
    queryKey: [...transfersKey(coin), page],
    queryFn: async ({ signal }) => {
      const { data, totalCount } = await send<typeof listCoinTransfers>(
        'GET /crypto/transactions/{coin}',
        { params: { coin }, query: { page, limit: transfersPerPage }, signal },
      );
      return { transfers: data as readonly CoinTransfer[], total: totalCount };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

const moving: ReadonlySet<CoinState> = new Set([
  'created',
  'pendingApproval',
  'signed',
  'unconfirmed',
]);

/** Something will become of it by itself. */
export const isMoving = ({ state }: CoinTransfer): boolean => moving.has(state);

const lookOftenMs = 4_000;
/** Also for whoever only waits for coins to arrive. */
const lookMs = 15_000;

/** After how long one looks again; sooner while something is under way. */
export const lookAgainMs = (underWay: boolean): number => (underWay ? lookOftenMs : lookMs);

/** After coins moved: what a wallet holds, and its transfers. */
export async function readCoinsAnew(coin: CoinName): Promise<void> {
  await Promise.all(
    [coinWalletsQuery.queryKey, transfersKey(coin)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
