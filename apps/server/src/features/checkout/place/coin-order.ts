/**
 * Orders paid by a coin: codes are reserved, rate and address locked. The coins come from the payer's wallet here
 * or from any other.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Data } from '@giftlane/contract/call.ts';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { CoinPaymentEnd, showCoinPayment } from '@giftlane/contract/money/crypto.ts';
import { toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import type { initiate } from '@giftlane/contract/shop/checkout.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import type { Queryable, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { minutes, seconds } from '../../../platform/process/durations.ts';
import {
  asLocked,
  type CoinParts,
  type CoinTransfer,
  cameTo,
  confirmationsNeeded,
  findChain,
  findQuote,
  houseAddress,
  insertQuote,
  inTimeOf,
  liveSendOf,
  nameOf,
  type Quote,
  transferById,
} from '../../coins/coins.ts';
import {
  lockOrder,
  type NewOrder,
  needOrder,
  type Order,
  type OrderKey,
  setPaymentId,
} from '../../orders/orders.ts';
import { coinRate, unitsFor } from '../../rates/rates.ts';
import { creditOrder } from '../capture/credit-order.ts';
import { type CheckoutParts, coinProvider } from '../parts.ts';
import { claimPayment, lockPayment, setPaymentState } from '../queries.ts';
import { isSetAsideForCame, lookAtCame } from '../unpaid/incoming-payments.ts';
import { type Buyer, placeOrFind, refuseUnpayable } from './card-order.ts';
import type { OrderRequest } from './price.ts';

/** How long rate, address and codes are held (OPEN-47). */
const lockMs = minutes(15);

/** What checkout by coins needs beside the rest. */
export interface CoinCheckoutParts extends CheckoutParts {
  readonly coins: CoinParts;
}

/** Locks the rate and gives the order an address of its own. */
async function lockQuote(
  tx: Tx,
  parts: CoinCheckoutParts,
  { order, coin }: { order: NewOrder; coin: Coin },
): Promise<void> {
  const rate = await coinRate(tx, coin, order.currency);
  const { address, script } = await houseAddress(tx, parts.coins, coin);
  await insertQuote(tx, parts.coins, {
    memberId: order.memberId,
    orderId: order.id,
    coin,
    address,
    script,
    amount: unitsFor(order.totalMinor - order.walletMinor, rate),
    rate: toDecimalText(rate.minorPerCoin),
    lockMs,
  });
}

/** The answer of initiate for a coin. */
export async function initiateByCoin(
  parts: CoinCheckoutParts,
  buyer: Buyer,
  wish: OrderRequest,
  coin: Coin,
): Promise<Data<typeof initiate>> {
  if (!parts.coins.nodes.has(coin)) throw new Refusal('coins.unavailable');
  const id = await placeOrFind(parts, buyer, wish, {
    provider: coinProvider,
    lapsesInMs: lockMs,
    also: (tx, order) => lockQuote(tx, parts, { order, coin }),
  });
  const { memberId } = buyer;
  const [order, quote] = await Promise.all([
    needOrder(parts.db, memberId, id),
    findQuote(parts.db, memberId, { orderId: id }),
  ]);
  refuseUnpayable(order);
  if (!quote) throw new Refusal('order.not_payable');
  const { address, amount } = asLocked(parts.coins, quote);
  return {
    sOrderId: order.clientId,
    sPaymentId: '',
    nTotalAmount: toWire(order.totalMinor),
    nWalletAmount: toWire(order.walletMinor),
    dLapsesAt: (order.lapsesAt ?? order.createdAt).toISOString(),
    sReceiveAddress: address,
    nCoinAmount: Number(amount),
    nRate: Number(quote.rate),
    dLockedUntil: quote.lockedUntil.toISOString(),
  };
}

/** Sets an order aside for the coins that are to pay it; see `SendParts` of coins. */
export async function claimForCoins(tx: Tx, key: OrderKey): Promise<'claimed' | 'before' | 'over'> {
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (payment?.provider !== coinProvider) return 'over';
  // Paid by a send of this wallet, which is answered again; or from elsewhere, and then by nothing more.
  if (payment.state === 'captured') return (await liveSendOf(tx, key)) ? 'before' : 'over';
  // Set aside for what came from elsewhere, or for a send: one that came to nothing leaves it so for a moment.
  if (payment.state === 'claimed') return (await isSetAsideForCame(tx, key)) ? 'over' : 'before';
  if (order.state !== 'pending' || payment.state !== 'created') return 'over';
  await claimPayment(tx, key, 'buyer');
  return 'claimed';
}

/** The send of an order is with the nodes, or in a block: it counts. */
const counts = ({ state }: CoinTransfer) => state === 'unconfirmed' || state === 'confirmed';

/** Delivers an order whose coins are with the nodes; repeated it does nothing more. */
export function creditByCoins(parts: CoinCheckoutParts, key: OrderKey): Promise<void> {
  return parts.db.tx(async (tx) => {
    const order = await lockOrder(tx, key);
    const payment = await lockPayment(tx, key);
    if (payment?.provider !== coinProvider || payment.state !== 'claimed') return;
    const send = await liveSendOf(tx, key);
    if (!send || !counts(send)) return;
    if (!(await creditOrder(tx, order)))
      throw new Error(`order ${key.id} was set aside for coins and can not take them`);
    await setPaymentId(tx, key, send.txid);
    await setPaymentState(tx, key, 'captured');
    await lookAtCame(tx, [order]);
  });
}

const isPaid = (state: string) => ['paid', 'accepted', 'delivered'].includes(state);

/** Why coins do not pay an order any more, by the database's clock; nothing while they do. */
function endOf(order: Order, { payable }: Pick<Quote, 'payable'>): { eEnded?: CoinPaymentEnd } {
  const { state, paying, failReason } = order;
  if (state === 'refunded' || (state === 'failed' && failReason === 'cancelled'))
    return { eEnded: 'cancelled' };
  const over = state === 'pending' && !paying && !payable;
  return over || state === 'failed' ? { eEnded: 'lapsed' } : {};
}

/** What has come to the address of a member's order; refuses `order.not_found`. */
export async function showCame(
  parts: CoinCheckoutParts,
  memberId: string,
  anyId: string,
): Promise<Data<typeof showCoinPayment>> {
  const { db, coins } = parts;
  const order = await needOrder(db, memberId, anyId);
  const { id, paying, state } = order;
  const quote = await findQuote(db, memberId, { orderId: id });
  if (!quote) throw new Refusal('order.not_found');
  const { address, amount } = asLocked(coins, quote);
  const [came, chain, needed] = await Promise.all([
    cameTo(db, { memberId, orderId: id }, { counted: true }),
    findChain(db, quote.coin),
    confirmationsNeeded(coins, quote.coin),
  ]);
  const heights = came.filter(({ inTime }) => inTime).map(({ height }) => height);
  const under = heights.map((height) =>
    height === null || !chain ? 0 : Math.max(0, chain.height - Number(height) + 1),
  );
  return {
    coin: nameOf[quote.coin],
    sReceiveAddress: address,
    nAmount: Number(amount),
    nCame: Number(inTimeOf(came)),
    nConfirmations: under.length > 0 ? Math.min(...under) : 0,
    nNeeded: needed,
    dLockedUntil: quote.lockedUntil.toISOString(),
    bPaying: paying || isPaid(state),
    ...endOf(order, quote),
  };
}

const looksEveryMs = 100;
const waitsMs = seconds(8);

/** Waits a moment for the signer and the nodes, who usually take less. */
async function onceSent(db: Queryable, id: string): Promise<CoinTransfer | undefined> {
  const endMs = performance.now() + waitsMs;
  for (;;) {
    const transfer = await transferById(db, id);
    const moving = transfer?.state === 'created' || transfer?.state === 'signed';
    if (!moving || performance.now() > endMs) return transfer;
    await sleep(looksEveryMs);
  }
}

/** What the buyer says has paid. */
export interface CoinPayment {
  readonly orderId: string;
  readonly transferId: string;
  /** Undefined where only the member is named. */
  readonly walletId: string | undefined;
  readonly txid: string;
  readonly gateway: Gateway;
}

/** Delivers what was paid by a send of the member's own wallet; answers the order as it is then. */
export async function confirmByCoins(
  parts: CoinCheckoutParts,
  memberId: string,
  paid: CoinPayment,
): Promise<Order> {
  const { db } = parts;
  const order = await needOrder(db, memberId, paid.orderId);
  const quote = await findQuote(db, memberId, { orderId: order.id });
  if (order.gateway !== paid.gateway || quote?.transferId !== paid.transferId)
    throw new Refusal('payment.mismatch');
  refuseUnpayable(order);
  const sent = await onceSent(db, paid.transferId);
  if (sent?.txid !== paid.txid || (paid.walletId && sent.walletId !== paid.walletId))
    throw new Refusal('payment.mismatch');
  if (sent.state === 'failed' || sent.state === 'rejected') throw new Refusal('payment.declined');
  if (counts(sent)) await creditByCoins(parts, { memberId, id: order.id });
  return needOrder(db, memberId, order.id);
}
