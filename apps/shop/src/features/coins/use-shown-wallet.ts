import { useAddressState } from '@giftlane/client/address-state.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { coinWalletsQuery, hasWallet } from '../../rooms/coins/coins.ts';
import { readShownWallet, writeShownWallet } from './shown-wallet.ts';

const coinTabs: Readonly<Record<CoinName, string>> = {
  BTC: text('wallet.tab.btc'),
  LTC: text('wallet.tab.ltc'),
};
const tabOf = (coin: CoinName) => ({ value: coin, label: coinTabs[coin] });

/** The requested wallet, also while loading (WAL-05 to WAL-07); the money wallet if it does not exist (OPEN-73). */
export function useShownWallet() {
  const [{ coin: asked, page }, change] = useAddressState(readShownWallet, writeShownWallet);
  const { data, error, refetch } = useQuery(coinWalletsQuery);
  const created = data?.filter(hasWallet).map(({ coin }) => coin) ?? (asked ? [asked] : []);
  const coin = created.find((one) => one === asked);
  return {
    coin,
    wallet: data?.find((one) => one.coin === coin),
    failure: data ? null : error,
    refetch: () => void refetch(),
    page,
    tabs: [{ value: 'wallet', label: text('wallet.tab.wallet') }, ...created.map(tabOf)],
    show: (tab: string) => change({ coin: created.find((one) => one === tab), page: 1 }, 'push'),
    showPage: (next: number) => change({ coin, page: next }, 'push'),
  };
}
