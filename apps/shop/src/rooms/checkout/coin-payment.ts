/** Paying for an order by a coin: which coin a gateway is, what it takes, and the order's quote. */

import { send, sendForData } from '@giftlane/client/api.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type CoinName, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { CoinGateway, Gateway } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions } from '@tanstack/react-query';
import { coinFeeKey, coinText, coinWalletsQuery } from '../coins/coins.ts';
import { beginOrder } from '../orders/orders.ts';
import type { OrderDraft } from './order-draft.ts';

export const gatewayOf: Readonly<Record<CoinName, CoinGateway>> = {
  BTC: 'BitCoin',
  LTC: 'LiteCoin',
};

const coinNamed: Readonly<Record<CoinGateway, { coin: CoinName; name: string }>> = {
  BitCoin: { coin: 'BTC', name: text('currency.btc') },
  LiteCoin: { coin: 'LTC', name: text('currency.ltc') },
};

export const isCoinGateway = (gateway: Gateway): gateway is CoinGateway => gateway in coinNamed;

/** The coin of a gateway, as its wallet and as people call it. */
export const coinOf = (gateway: CoinGateway) => coinNamed[gateway];

/** How soon a wallet is looked at again that something is on its way to. */
const askEveryMs = 10_000;

/** The wallets of coins; looked at again and again while something is on its way to one. */
export const watchedWalletsQuery = queryOptions({
  ...coinWalletsQuery,
  refetchInterval: ({ state }) =>
    state.data?.some(({ nPending }) => nPending > 0) ? askEveryMs : false,
});

/** What an amount takes in smallest units, rounded up as the server does it. */
export function unitsFor(amountMinor: bigint, rate: number): number {
  const minorPerCoin = fromWire(rate);
  return Number((amountMinor * BigInt(unitsPerCoin) + minorPerCoin - 1n) / minorPerCoin);
}

interface Payment {
  readonly amount: number;
  readonly receiveAddress: string;
}

/** What the network takes for a payment from a wallet; without one, the most that could be paid. */
export const coinFeeQuery = (
  { coin, confirmedBalance }: Pick<CoinWallet, 'coin' | 'confirmedBalance'>,
  payment?: Payment,
) =>
  queryOptions({
    // What is in the wallet decides what of it can be spent.
    queryKey: [...coinFeeKey, coin, String(confirmedBalance), payment?.receiveAddress],
    queryFn: async ({ signal }) => {
      const body = { coin, ...payment };
      const { data } = await send('POST /crypto/fees', { body, signal });
      const normal = data.find(({ eFee }) => eFee === 'normal');
      if (!normal) throw new Error('the fee of the usual level is missing');
      return normal;
    },
    meta: { quiet: true },
  });

/** The quote of an order that is placed: initiating repeats its first answer, also after a reload. */
export const quoteQuery = (draft: OrderDraft) =>
  queryOptions({
    queryKey: ['coin-quote', draft.sOrderId],
    queryFn: () => beginOrder(draft),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

const cameEveryMs = 2_500;

/** What has come to the address of an order from any wallet; looked at again and again while it is shown. */
export const cameQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['coin-came', orderId],
    queryFn: ({ signal }) =>
      sendForData('GET /crypto/payments/{id}', { params: { id: orderId }, signal }),
    refetchInterval: cameEveryMs,
    meta: { quiet: true },
  });

const schemes: Readonly<Record<CoinName, string>> = { BTC: 'bitcoin', LTC: 'litecoin' };

/** A link that a wallet's program on the same device, or its camera, reads as a payment to be made (BIP 21). */
export const paymentLink = (coin: CoinName, address: string, units: number): string =>
  `${schemes[coin]}:${address}?amount=${coinText(units)}`;
