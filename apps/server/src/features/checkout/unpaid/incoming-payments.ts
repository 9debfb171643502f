/**
 * What comes to the address of an order from any other wallet. As much as was asked for, seen while the rate was
 * locked, pays the order once it has its confirmations. Whatever else comes, too little, too late or too much, is bought
 * from its buyer at the rate of the moment, into their wallet.
 */
import { enqueue, enqueueAll } from '../../../jobs/jobs.ts';
import { openAccounts, post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { days, hours } from '../../../platform/process/durations.ts';
import { findMember, holdMembers } from '../../accounts/accounts.ts';
import {
  type Came,
  cameByCoinJob,
  cameTo,
  countWith,
  findQuote,
  inTimeOf,
  liveSendOf,
  lockDue,
  noteCredited,
  type Quote,
} from '../../coins/coins.ts';
import { lockOrder, type Order, type OrderKey, setPaymentId } from '../../orders/orders.ts';
import { coinRate, worthOf } from '../../rates/rates.ts';
import { creditOrder } from '../capture/credit-order.ts';
import { creditedJob } from '../jobs.ts';
import { type CheckoutParts, coinProvider } from '../parts.ts';
import { coinCreditJournal, coinPaidJournal } from '../postings.ts';
import { claimPayment, lockPayment, type Payment, setPaymentState } from '../queries.ts';

/** So long an order waits for the confirmations of what is in a block; of what is in none the option tells. */
const waitsMs = days(1);
/**
 * What is confirmed later than this after the rate was over pays only if it is still worth nearly the price: else whoever
 * pays with a low fee would have a day to see whether the coin falls.
 */
const rateHoldsMs = hours(1);
const leastPercent = 98n;

/** An order as the coins' face calls it. */
export const ofOrder = ({ memberId, id }: OrderKey) => ({ memberId, orderId: id });

/** Looks again at what came for orders, once the transaction commits. */
export async function lookAtCame(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  await enqueueAll(tx, cameByCoinJob, orders.map(ofOrder));
}

interface Look {
  readonly order: Order;
  readonly payment: Payment;
  readonly quote: Quote;
  readonly came: readonly Came[];
}

/** What is known of a coin order, locked; undefined for any other. */
async function lookAt(tx: Tx, key: OrderKey): Promise<Look | undefined> {
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (payment?.provider !== coinProvider) return undefined;
  const quote = await findQuote(tx, key.memberId, { orderId: key.id });
  return quote && { order, payment, quote, came: await cameTo(tx, ofOrder(key)) };
}

/** Pays the order with what has its confirmations; all of it is counted with the order then. */
async function payWith(tx: Tx, { order, quote, came }: Look): Promise<void> {
  const { coin, amount } = quote;
  await countWith(tx, ofOrder(order), { coin, came, paid: true });
  await post(tx, coinPaidJournal(order, { coin, units: amount }));
  if (!(await creditOrder(tx, order)))
    throw new Error(`order ${order.id} waited for coins and can not take them`);
  await setPaymentId(tx, order, came[0]?.txid ?? '');
  await setPaymentState(tx, order, 'captured');
}

/**
 * Sets an order aside while enough was seen with a fair fee and some of it waits for confirmations, and lets it go where that
 * was replaced, is gone, or takes too long.
 */
async function setAside(tx: Tx, { order, payment, quote, came }: Look): Promise<void> {
  const waiting = came.some(({ inTime, booked }) => inTime && !booked);
  const holding = came.filter(({ height, holds }) => holds && (height !== null || !quote.holdOver));
  const enough = waiting && inTimeOf(holding) >= quote.amount && quote.sinceLockMs < waitsMs;
  if (enough && payment.state === 'created') await claimPayment(tx, order, 'shop');
  if (!enough && payment.state === 'claimed') await setPaymentState(tx, order, 'created');
}

/** Whether the coins are still worth the price, but for a little: refuses `coins.no_rate`, and is asked again then. */
async function isStillWorth(tx: Tx, { order, quote }: Look): Promise<boolean> {
  const rate = await coinRate(tx, quote.coin, order.currency);
  const priceMinor = order.totalMinor - order.walletMinor;
  return worthOf(quote.amount, rate) * 100n >= priceMinor * leastPercent;
}

/** Whether what has its confirmations pays the order. */
async function pays(tx: Tx, look: Look, booked: readonly Came[]): Promise<boolean> {
  const { amount, sinceLockMs } = look.quote;
  if (inTimeOf(booked) < amount || sinceLockMs >= waitsMs) return false;
  return sinceLockMs < rateHoldsMs || isStillWorth(tx, look);
}

/** Whether an order that is set aside waits for what came from elsewhere, and for no send of its buyer's wallet here. */
export async function isSetAsideForCame(tx: Tx, key: OrderKey): Promise<boolean> {
  if (await liveSendOf(tx, key)) return false;
  return inTimeOf(await cameTo(tx, ofOrder(key))) > 0n;
}

/** Does what is due of what came: waits, pays the order, or counts what does not pay it. */
async function settleCame(tx: Tx, key: OrderKey): Promise<void> {
  const look = await lookAt(tx, key);
  if (!look) return;
  const { order, quote, came } = look;
  const booked = came.filter((output) => output.booked);
  if (order.state !== 'pending') {
    if (booked.length > 0)
      await countWith(tx, ofOrder(key), { coin: quote.coin, came: booked, paid: false });
    return;
  }
  // Its buyer's wallet here is paying: what came besides waits until that is over.
  if (await liveSendOf(tx, key)) return;
  if (await pays(tx, look, booked)) return payWith(tx, { ...look, came: booked });
  return setAside(tx, look);
}

/**
 * Does what is due of what came for an order whose time is up. Answers whether the order is kept: it waits for coins, or
 * has just been paid by them.
 */
export async function settleLapsing(tx: Tx, key: OrderKey): Promise<boolean> {
  if ((await lockPayment(tx, key))?.provider !== coinProvider) return false;
  if (await liveSendOf(tx, key)) return true;
  await settleCame(tx, key);
  const [order, payment] = [await lockOrder(tx, key), await lockPayment(tx, key)];
  return order.state !== 'pending' || payment?.state === 'claimed';
}

/** Buys from an order's buyer what did not pay it; refuses `coins.no_rate`: it is tried again. */
async function creditRest(tx: Tx, { memberId, id }: OrderKey): Promise<void> {
  const key = { memberId, orderId: id };
  const rest = await lockDue(tx, key);
  if (!rest || rest.due <= 0n) return;
  await holdMembers(tx, [memberId]);
  const member = await findMember(tx, memberId);
  // Nobody has this wallet any more: it stays with what nobody knows an owner of.
  if (!member || member.closedAt) return;
  const { coin, due, credited } = rest;
  const rate = await coinRate(tx, coin, member.currency);
  await openAccounts(tx, memberId, member.currency);
  const { currency } = member;
  const minor = worthOf(due, rate);
  const nth = (credited + due).toString();
  await post(
    tx,
    coinCreditJournal(
      { memberId, id, nth, facts: rate.facts },
      { coin, units: due, currency, minor },
    ),
  );
  await noteCredited(tx, key, due);
  await enqueue(tx, {
    job: creditedJob,
    payload: { ...key, coin, units: `${due}`, currency, minor: `${minor}`, nth },
  });
}

/** Follows what came to the address of an order; repeated it does nothing more. */
export async function followCoins({ db }: Pick<CheckoutParts, 'db'>, key: OrderKey): Promise<void> {
  await db.tx((tx) => settleCame(tx, key));
  crashPoint('checkout.coins_counted');
  await db.tx((tx) => creditRest(tx, key));
}
