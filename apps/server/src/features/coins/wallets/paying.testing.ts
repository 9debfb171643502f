/** Test helpers: orders paid by coins. */
import type { Data } from '@giftlane/contract/call.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { confirmCrypto, initiate } from '@giftlane/contract/shop/checkout.ts';
import { makeCard, orderBody, type TestMember, testPassword } from '../../../testing/builders.ts';
import { type CoinShop, makeHolder, walletSeen } from '../coins.testing.ts';

export const gateways = { BTC: 'BitCoin', LTC: 'LiteCoin' } as const;

type Initiated = Data<typeof initiate>;
/** The reply of `initiate` for a coin gateway. */
export type Quoted = Initiated & {
  [name in 'sReceiveAddress' | 'nCoinAmount' | 'nRate' | 'dLockedUntil']-?: NonNullable<
    Initiated[name]
  >;
};

/** Makes a member with coins worth about 1,000.00, and an order of three 10.00 cards to be paid with them. */
export async function coinOrder(
  shop: CoinShop,
  coin: CoinName,
  { walletMinor = 0n, units = 0n } = {},
) {
  const enough = coin === 'BTC' ? 2_000_000n : 1_000_000_000n;
  const anna = await makeHolder(shop, coin, units > 0n ? units : enough, { walletMinor });
  return { anna, ...(await orderOf(shop, anna, coin, walletMinor)) };
}

/** Initiates a member's order of three 10.00 cards, to be paid with a coin. */
export async function orderOf(
  shop: CoinShop,
  member: TestMember,
  coin: CoinName,
  walletMinor = 0n,
  currency: Currency = 'usd',
) {
  const card = await makeCard(shop, { priceMinor: 10_00n, codes: 5, currency });
  const wish = { card, quantity: 3, totalMinor: 30_00n, walletMinor, currency };
  const { sPayerId: _, ...ofCard } = orderBody(member, { ...wish, gateway: 'PayPal' });
  const body = { ...ofCard, eGateway: gateways[coin] };
  const reply = await shop.call(initiate, { token: member.token, body });
  const quote = reply.body.data as Quoted;
  return { card, body, reply, quote };
}

/** Sends the quoted amount to the order's address. */
export function payQuote(
  shop: CoinShop,
  { token }: TestMember,
  coin: CoinName,
  { sReceiveAddress, nCoinAmount }: Pick<Quoted, 'sReceiveAddress' | 'nCoinAmount'>,
) {
  return shop.call(sendCoin, {
    token,
    body: {
      coin,
      amount: nCoinAmount,
      receiveAddress: sReceiveAddress,
      password: testPassword,
      purpose: 'payment',
    },
  });
}

/** Tells the shop which transfer pays the order. */
export async function confirmQuote(
  shop: CoinShop,
  member: TestMember,
  coin: CoinName,
  { orderId, id, txid, payer }: { orderId: string; id: string; txid: string; payer?: string },
) {
  const { walletId } = await walletSeen(shop, member, coin);
  return shop.call(confirmCrypto, {
    token: member.token,
    body: {
      iId: id,
      sOrderId: orderId,
      sPayerId: payer ?? walletId,
      sPaymentId: txid,
      sPaymentToken: '',
      eGateway: gateways[coin],
    },
  });
}
