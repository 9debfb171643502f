/** Coin payments of orders: gateways, network fees, quotes and received coins. */

import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type CoinName, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { CoinGateway, Gateway } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions } from '@tanstack/react-query';
import { coinText, coinWalletsQuery } from '../coins/coins.ts';
import { type InitiatedOrder, initiateOrder } from '../orders/orders.ts';
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

/** Ticker and name of a gateway's coin. */
export const coinOf = (gateway: CoinGateway) => coinNamed[gateway];

const pollMs = 10_000;

/** The coin wallets, polled while one of them expects a deposit. */
export const watchedWalletsQuery = queryOptions({
  ...coinWalletsQuery,
  refetchInterval: ({ state }) =>
    state.data?.some(({ nPending }) => nPending > 0) ? pollMs : false,
});

/** An amount of money in the coin's smallest units, rounded up as on the server. */
export function unitsFor(amountMinor: bigint, rate: number): number {
  const minorPerCoin = fromWire(rate);
  return Number((amountMinor * BigInt(unitsPerCoin) + minorPerCoin - 1n) / minorPerCoin);
}

interface Payment {
  readonly amount: number;
  readonly receiveAddress: string;
}

/** The normal network fee of a payment from a wallet, and the most the wallet can pay. */
export const coinFeeQuery = (
  { coin, confirmedBalance }: Pick<CoinWallet, 'coin' | 'confirmedBalance'>,
  payment?: Payment,
) =>
  queryOptions({
    ...apiQuery('POST /crypto/fees', { body: { coin, ...payment } }),
    // The most that can be spent depends on the balance.
    queryKey: [
      ...apiKey('POST /crypto/fees'),
      coin,
      String(confirmedBalance),
      payment?.receiveAddress,
    ],
    select: (fees) => {
      const normal = fees.find(({ eFee }) => eFee === 'normal');
      if (!normal) throw new Error('the normal fee is missing');
      return normal;
    },
    meta: { quiet: true },
  });

/** The quote of a placed order: initiating the same order again repeats the first answer. */
export const quoteQuery = (draft: OrderDraft) =>
  queryOptions({
    queryKey: [...apiKey('POST /transaction/initiate'), draft.sOrderId],
    queryFn: () => initiateOrder(draft),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** Caches the quote of an order that was just placed. */
export async function storeQuote(draft: OrderDraft, quote: InitiatedOrder): Promise<void> {
  const { queryKey } = quoteQuery(draft);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, quote);
}

const receivedPollMs = 2_500;

/** The coins received at the address of an order, polled while shown. */
export const receivedCoinsQuery = (orderId: string) =>
  queryOptions({
    ...apiQuery('GET /crypto/payments/{id}', { params: { id: orderId } }),
    refetchInterval: receivedPollMs,
    meta: { quiet: true },
  });

const schemes: Readonly<Record<CoinName, string>> = { BTC: 'bitcoin', LTC: 'litecoin' };

/** A payment link for wallet apps, opened or scanned as a QR code (BIP 21). */
export const paymentLink = (coin: CoinName, address: string, units: number): string =>
  `${schemes[coin]}:${address}?amount=${coinText(units)}`;
