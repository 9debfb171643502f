/** The shown wallet and page of transfers, stored in the URL (WAL-06, WAL-07). */
import { type CoinName, coinNames } from '@giftlane/contract/money/coins.ts';

export interface ShownWallet {
  /** The requested coin; undefined for the money wallet, also for an unknown coin (OPEN-73). */
  coin: CoinName | undefined;
  page: number;
}

export const readShownWallet = (params: URLSearchParams): ShownWallet => ({
  coin: coinNames.find((coin) => coin === params.get('coin')),
  page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
});

export const writeShownWallet = ({ coin, page }: ShownWallet): URLSearchParams =>
  new URLSearchParams({ ...(coin && { coin }), ...(page > 1 && { page: String(page) }) });
