import { send } from '@giftlane/client/api.ts';
import { messageOf } from '@giftlane/client/api-error.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { coinWalletsQuery } from './coins.ts';

/** Creates the wallet of a coin; its entry then has what was made (COIN-03, ERR-16). */
export function useCreateWallet(coin: CoinName, onCreated: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => send('POST /crypto/generateWallet', { body: { coin } }),
    meta: { quiet: true },
    onError: (error) => toast.failure(messageOf(error, text('wallet.create.failed'))),
    onSuccess: async ({ data, message }) => {
      toast.success(message);
      await cache.cancelQueries({ queryKey: coinWalletsQuery.queryKey });
      cache.setQueryData(coinWalletsQuery.queryKey, (wallets) =>
        wallets?.map((wallet) => (wallet.coin === data.coin ? { ...wallet, ...data } : wallet)),
      );
      // The cancelled fetch may have been for another coin's balance.
      void cache.invalidateQueries({ queryKey: coinWalletsQuery.queryKey });
      onCreated();
    },
  });
}
