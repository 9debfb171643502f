/**
 * Orders paid by coins: codes are reserved, rate and address are locked. The coins come from the buyer's wallet here or
 * from any other.
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
  confirmationsNeeded,
  findChain,
  findQuote,
  houseAddress,
  insertQuote,
  inTimeOf,
  liveSendOf,
  nameOf,
  paymentsToOrder,
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
import { enqueueCoinLook, isSetAsideForCame } from '../unpaid/incoming-payments.ts';
import { type Buyer, placeOrFind, refuseUnpayable } from './card-order.ts';
import type { OrderRequest } from './price.ts';

/** How long rate, address and codes are reserved (OPEN-47). */
const lockMs = minutes(15);

/** The dependencies of checkout by coins. */
export interface CoinCheckoutParts extends CheckoutParts {
  readonly coins: CoinParts;
}

/** Locks the rate and assigns the order its own address. */
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

/** Answers initiate for a coin; refuses `coins.unavailable`. */
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

/**
 * Claims an order's payment for a send; see `SendParts` of coins. `before`: a send already pays it; `over`: it takes no
 * send.
 */
export async function claimForCoins(tx: Tx, key: OrderKey): Promise<'claimed' | 'before' | 'over'> {
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (payment?.provider !== coinProvider) return 'over';
  // Paid by a send of this wallet, which is answered again, or by outside coins, which exclude a send.
  if (payment.state === 'captured') return (await liveSendOf(tx, key)) ? 'before' : 'over';
  // Claimed for outside coins, or for a send; a failed send leaves its claim for a moment.
  if (payment.state === 'claimed') return (await isSetAsideForCame(tx, key)) ? 'over' : 'before';
  if (order.state !== 'pending' || payment.state !== 'created') return 'over';
  await claimPayment(tx, key, 'buyer');
  return 'claimed';
}

/** True when the send is with the nodes or in a block. */
const counts = ({ state }: CoinTransfer) => state === 'unconfirmed' || state === 'confirmed';

/** Delivers an order whose send is with the nodes. Safe to repeat. */
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
    await enqueueCoinLook(tx, [order]);
  });
}

const isPaid = (state: string) => ['paid', 'accepted', 'delivered'].includes(state);

/** Why coins can no longer pay an order, by the database's clock; empty while they can. */
function endOf(order: Order, { payable }: Pick<Quote, 'payable'>): { eEnded?: CoinPaymentEnd } {
  const { state, paying, failReason } = order;
  if (state === 'refunded' || (state === 'failed' && failReason === 'cancelled'))
    return { eEnded: 'cancelled' };
  const over = state === 'pending' && !paying && !payable;
  return over || state === 'failed' ? { eEnded: 'lapsed' } : {};
}

/** The coins received at the address of a member's order; refuses `order.not_found`. */
export async function showReceivedCoins(
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
    paymentsToOrder(db, { memberId, orderId: id }, { counted: true }),
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

/** Waits up to `waitsMs` for the signer and the nodes, which usually take less. */
async function onceSent(db: Queryable, id: string): Promise<CoinTransfer | undefined> {
  const endMs = performance.now() + waitsMs;
  for (;;) {
    const transfer = await transferById(db, id);
    const moving = transfer?.state === 'created' || transfer?.state === 'signed';
    if (!moving || performance.now() > endMs) return transfer;
    await sleep(looksEveryMs);
  }
}

/** The send that a buyer names as payment. */
export interface CoinPayment {
  readonly orderId: string;
  readonly transferId: string;
  /** Undefined when the request names the member instead. */
  readonly walletId: string | undefined;
  readonly txid: string;
  readonly gateway: Gateway;
}

/**
 * Delivers an order paid by a send of the member's wallet and returns it; refuses `payment.mismatch` and
 * `payment.declined`.
 */
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
