import { messageOf } from '@giftlane/client/api-error.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  coinFeeQuery,
  gatewayOf,
  unitsFor,
  watchedWalletsQuery,
} from '../../rooms/checkout/coin-payment.ts';
import type { PayGateway } from '../../rooms/checkout/order-draft.ts';
import { coinRateQuery, hasWallet } from '../../rooms/coins/coins.ts';

/** The price of an amount in a coin, or why the coin wallet can not pay it. */
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
  const created = wallet !== undefined && hasWallet(wallet);
  const rate = useQuery({ ...coinRateQuery(coin), enabled: wallet !== undefined });
  const fee = useQuery({
    ...coinFeeQuery({ coin, confirmedBalance }),
    enabled: created,
  });
  if (!wallet) return undefined;
  const { name, nPending } = wallet;
  const perCoin = rate.data?.rates[currency];
  if (perCoin === undefined)
    return rate.error
      ? { coin, name, kind: 'noRate', message: messageOf(rate.error) }
      : { coin, name, kind: 'asking' };
  const units = unitsFor(amountMinor, perCoin);
  if (!created) return { coin, name, kind: 'noWallet', units };
  if (fee.isPending) return { coin, name, kind: 'asking' };
  // Without a fee estimate the balance is the limit; the checkout asks again.
  const most = fee.data?.nMost ?? confirmedBalance;
  if (most < units) return { coin, name, kind: 'short', units, coming: nPending };
  return { coin, name, kind: 'payable', units };
}

/** The gateway for an amount: the member's choice, or the card when the coin has no rate (PAY-12). */
export function usePayment(amountMinor: bigint, currency: Currency) {
  // Not `useQueries`, which would add to the bundle.
  const bitcoin = useCoinOffer('BTC', amountMinor, currency);
  const litecoin = useCoinOffer('LTC', amountMinor, currency);
  const offers = [bitcoin, litecoin].filter((offer) => offer !== undefined);
  const [wanted, onChoose] = useState<PayGateway>('PayPal');
  const offer = offers.find(({ coin }) => gatewayOf[coin] === wanted);
  // The coin wallet's balance does not matter: an external wallet may pay.
  const chosen: PayGateway = offer && offer.kind !== 'noRate' ? wanted : 'PayPal';
  return { chosen, onChoose, offers };
}
