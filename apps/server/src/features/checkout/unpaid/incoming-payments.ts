/**
 * Coins that reach an order's address from outside the buyer's wallet here. The quoted amount, seen while the rate was
 * locked, pays the order once confirmed. Any other coins are bought from the buyer at the current rate, into the
 * wallet.
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
  countWith,
  findQuote,
  inTimeOf,
  liveSendOf,
  lockOwedToBuyer,
  noteCredited,
  paymentsToOrder,
  type Quote,
} from '../../coins/coins.ts';
import { lockOrder, type Order, type OrderKey, setPaymentId } from '../../orders/orders.ts';
import { coinRate, worthOf } from '../../rates/rates.ts';
import { creditOrder } from '../capture/credit-order.ts';
import { creditedJob } from '../jobs.ts';
import { type CheckoutParts, coinProvider } from '../parts.ts';
import { coinCreditJournal, coinPaidJournal } from '../postings.ts';
import { claimPayment, lockPayment, type Payment, setPaymentState } from '../queries.ts';

/**
 * How long after the rate lock an order waits for confirmations of coins in a block. Coins in no block: site option
 * `coin_hold_minutes`.
 */
const waitsMs = days(1);
/**
 * Coins confirmed later than this after the rate lock pay only if still worth nearly the price: otherwise a buyer could
 * pay a low fee and wait a day to see the rate.
 */
const rateHoldsMs = hours(1);
const leastPercent = 98n;

/** An order's key in the names of coins.ts. */
export const ofOrder = ({ memberId, id }: OrderKey) => ({ memberId, orderId: id });

/** Enqueues another look at the coins received for orders, on commit. */
export async function enqueueCoinLook(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  await enqueueAll(tx, cameByCoinJob, orders.map(ofOrder));
}

interface Look {
  readonly order: Order;
  readonly payment: Payment;
  readonly quote: Quote;
  readonly came: readonly Came[];
}

/** A coin order's state, locked; undefined for any other order. */
async function lookAt(tx: Tx, key: OrderKey): Promise<Look | undefined> {
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (payment?.provider !== coinProvider) return undefined;
  const quote = await findQuote(tx, key.memberId, { orderId: key.id });
  return quote && { order, payment, quote, came: await paymentsToOrder(tx, ofOrder(key)) };
}

/** Pays the order with its confirmed coins; all of them are counted with the order. */
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
 * Claims the order's payment while enough coins with a fair fee wait for confirmations; ends the claim when they were
 * replaced, are gone or take too long.
 */
async function setAside(tx: Tx, { order, payment, quote, came }: Look): Promise<void> {
  const waiting = came.some(({ inTime, booked }) => inTime && !booked);
  const holding = came.filter(({ height, holds }) => holds && (height !== null || !quote.holdOver));
  const enough = waiting && inTimeOf(holding) >= quote.amount && quote.sinceLockMs < waitsMs;
  if (enough && payment.state === 'created') await claimPayment(tx, order, 'shop');
  if (!enough && payment.state === 'claimed') await setPaymentState(tx, order, 'created');
}

/**
 * True when the coins are worth at least `leastPercent` of the price now; refuses `coins.no_rate`, then the job
 * retries.
 */
async function isStillWorth(tx: Tx, { order, quote }: Look): Promise<boolean> {
  const rate = await coinRate(tx, quote.coin, order.currency);
  const priceMinor = order.totalMinor - order.walletMinor;
  return worthOf(quote.amount, rate) * 100n >= priceMinor * leastPercent;
}

/** True when the confirmed coins pay the order. */
async function pays(tx: Tx, look: Look, booked: readonly Came[]): Promise<boolean> {
  const { amount, sinceLockMs } = look.quote;
  if (inTimeOf(booked) < amount || sinceLockMs >= waitsMs) return false;
  return sinceLockMs < rateHoldsMs || isStillWorth(tx, look);
}

/** True when a claimed order waits for coins from outside and for no send of the buyer's wallet here. */
export async function isSetAsideForCame(tx: Tx, key: OrderKey): Promise<boolean> {
  if (await liveSendOf(tx, key)) return false;
  return inTimeOf(await paymentsToOrder(tx, ofOrder(key))) > 0n;
}

/** Acts on received coins: waits, pays the order, or counts coins that do not pay it. */
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
  // While a send of the buyer's wallet here pays the order, other coins wait.
  if (await liveSendOf(tx, key)) return;
  if (await pays(tx, look, booked)) return payWith(tx, { ...look, came: booked });
  return setAside(tx, look);
}

/**
 * Acts on the coins received for an order whose time is over. True when the order must not lapse: coins may still pay
 * it, or have just paid it.
 */
export async function settleLapsing(tx: Tx, key: OrderKey): Promise<boolean> {
  if ((await lockPayment(tx, key))?.provider !== coinProvider) return false;
  if (await liveSendOf(tx, key)) return true;
  await settleCame(tx, key);
  const [order, payment] = [await lockOrder(tx, key), await lockPayment(tx, key)];
  return order.state !== 'pending' || payment?.state === 'claimed';
}

/** Buys from the buyer the coins that did not pay the order; refuses `coins.no_rate`, then the job retries. */
async function creditRest(tx: Tx, { memberId, id }: OrderKey): Promise<void> {
  const key = { memberId, orderId: id };
  const rest = await lockOwedToBuyer(tx, key);
  if (!rest || rest.due <= 0n) return;
  await holdMembers(tx, [memberId]);
  const member = await findMember(tx, memberId);
  // A closed account has no wallet: the coins stay in `unmatched`.
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

/** Processes the coins received at an order's address. Safe to repeat. */
export async function followCoins({ db }: Pick<CheckoutParts, 'db'>, key: OrderKey): Promise<void> {
  await db.tx((tx) => settleCame(tx, key));
  crashPoint('checkout.coins_counted');
  await db.tx((tx) => creditRest(tx, key));
}
