import { messageOf } from '@giftlane/client/api-error.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { coinFeeQuery, unitsFor, watchedWalletsQuery } from '../../rooms/checkout/coin-payment.ts';
import { coinRateQuery, hasWallet } from '../../rooms/coins/coins.ts';

/** How a coin could pay for what is left, or why it can not. */
export type CoinOffer = {
  readonly coin: CoinName;
  readonly name: string;
} & (
  | { readonly kind: 'asking' }
  | { readonly kind: 'noRate'; readonly message: string }
  | { readonly kind: 'noWallet'; readonly units: number }
  | { readonly kind: 'short'; readonly units: number; readonly coming: number }
  | { readonly kind: 'payable'; readonly units: number }
);

function useCoinOffer(
  coin: CoinName,
  amountMinor: bigint,
  currency: Currency,
): CoinOffer | undefined {
  const { data: wallets } = useQuery(watchedWalletsQuery);
  const wallet = wallets?.find((one) => one.coin === coin);
  const { confirmedBalance = 0 } = wallet ?? {};
  const made = wallet !== undefined && hasWallet(wallet);
  const rate = useQuery({ ...coinRateQuery(coin), enabled: wallet !== undefined });
  const fee = useQuery({
    ...coinFeeQuery({ coin, confirmedBalance }),
    enabled: made,
  });
  if (!wallet) return undefined;
  const { name, nPending } = wallet;
  const perCoin = rate.data?.rates[currency];
  if (perCoin === undefined)
    return rate.error
      ? { coin, name, kind: 'noRate', message: messageOf(rate.error) }
      : { coin, name, kind: 'asking' };
  const units = unitsFor(amountMinor, perCoin);
  if (!made) return { coin, name, kind: 'noWallet', units };
  if (fee.isPending) return { coin, name, kind: 'asking' };
  // Without a fee nothing more is known than what there is; the checkout asks again.
  const most = fee.data?.nMost ?? confirmedBalance;
  if (most < units) return { coin, name, kind: 'short', units, coming: nPending };
  return { coin, name, kind: 'payable', units };
}

/** What each coin of this shop takes for an amount at the present rate, and whether there is enough (PAY-12). */
export function useCoinOffers(amountMinor: bigint, currency: Currency): readonly CoinOffer[] {
  // One after the other: asking for a list of them takes a part of the library that nothing else needs.
  const bitcoin = useCoinOffer('BTC', amountMinor, currency);
  const litecoin = useCoinOffer('LTC', amountMinor, currency);
  return [bitcoin, litecoin].filter((offer) => offer !== undefined);
}
