/**
 * What became of a card payment: refused, credited to its order, or booked apart and given back. Safe to
 * repeat, in any order, by several processes at once.
 */
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney } from '@giftlane/contract/money.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { isShort, post } from '../../ledger/ledger.ts';
import { crashPoint } from '../../platform/crash.ts';
import type { Tx } from '../../platform/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Capture, CaptureRefusal } from '../../providers/payments/port.ts';
import { removeOrdered } from '../cart/cart.ts';
import type { OrderKey } from '../orders/orders.ts';
import { lockOrder, type Order, setDeclined, setLineStates, setState } from '../orders/orders.ts';
import { takeAllCodes } from '../stock/stock.ts';
import { giveUp } from './give-up.ts';
import { returnedJob } from './jobs.ts';
import { oweRefund } from './owe-refund.ts';
import { type CheckoutParts, provider } from './parts.ts';
import { takingOf } from './placing.ts';
import { saleJournal, unmatchedJournal } from './postings.ts';
import {
  captureOfOrder,
  dropProviderOrder,
  findCapture,
  insertCapture,
  lockPayment,
  orderOfProviderOrder,
  type Payment,
  setPaymentState,
} from './queries.ts';
import { deliver, isFrozen } from './settle.ts';

/**
 * How a try to capture ended. `returned`: money came that did not fit, and goes back; `pending`: the provider
 * will decide and say so; `unknown`: ask again, nothing is decided.
 */
export type CaptureResult =
  | 'recorded'
  | 'returned'
  | 'declined'
  | 'not_approved'
  | 'gone'
  | 'frozen'
  | 'pending'
  | 'unknown';

/**
 * The provider said no of its order `of`: ours stays payable until it lapses. After a payment that was spent, or
 * an order that was voided, the next try needs another one. One that can not be found is asked about again
 * until then: that may be a passing trouble of the provider's.
 */
export async function recordRefused(
  tx: Tx,
  key: OrderKey,
  { reason, of }: { reason: CaptureRefusal | 'voided'; of: string },
): Promise<void> {
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (order.state !== 'pending' || payment?.providerOrderId !== of) return;
  const unclaimed = reason === 'voided' && payment.state === 'created';
  if (payment.state !== 'claimed' && !unclaimed) return;
  const declined = reason === 'declined' || reason === 'spent';
  await setPaymentState(tx, key, declined ? 'declined' : 'created');
  await setDeclined(tx, key, declined);
  if (reason === 'spent' || reason === 'voided') await dropProviderOrder(tx, key);
}

/**
 * Records a capture as the provider tells it: credits it to its order, or books it apart and gives it
 * back. Recording the same capture again changes nothing.
 */
export async function recordCapture(
  parts: CheckoutParts,
  capture: Capture,
): Promise<CaptureResult> {
  // One of nothing took nothing.
  if (capture.status === 'declined' || capture.amountMinor === 0n) {
    const key = await orderOfProviderOrder(parts.db, provider, capture.providerOrderId);
    const spent = { reason: 'spent', of: capture.providerOrderId } as const;
    if (key) await parts.db.tx((tx) => recordRefused(tx, key, spent));
    return 'declined';
  }
  // Pending is not money; it stays claimed and is asked again.
  if (capture.status === 'pending') return 'pending';
  if (parts.payee !== '' && capture.payee === '') {
    parts.log.warn({ captureId: capture.captureId }, 'the provider does not say whom it paid');
    return 'unknown';
  }
  if (isUndecided(capture) && !(await findCapture(parts.db, provider, capture.captureId)))
    return 'pending';
  const result = await parts.db.tx((tx) => record(tx, capture, parts.payee));
  crashPoint('checkout.recorded');
  if (result === 'returned')
    parts.log.error(
      { captureId: capture.captureId },
      'money came that fits no order; it goes back',
    );
  return result === 'recorded' ? 'recorded' : 'returned';
}

type Recorded = 'recorded' | 'returned' | 'returned_before';

async function record(tx: Tx, capture: Capture, payee: string): Promise<Recorded> {
  const key = await orderOfProviderOrder(tx, provider, capture.providerOrderId);
  if (!key) throw new Error(`capture ${capture.captureId} is of no order of ours`);
  const order = await lockOrder(tx, key);
  const payment = await lockPayment(tx, key);
  if (!payment) throw new Error(`order ${key.id} has a capture but no payment`);
  const known = await findCapture(tx, provider, capture.captureId);
  if (known) return known.use === 'order' ? 'recorded' : 'returned_before';
  const paidBefore = await captureOfOrder(tx, key);
  const ours = payee === '' || capture.payee === payee;
  const credited =
    ours && fits(capture, order, payment) && !paidBefore && (await credit(tx, order));
  const usedUp = !credited && !paidBefore && capture.providerOrderId === payment.providerOrderId;
  if (usedUp) await endPayment(tx, order, capture);
  await insertCapture(tx, key, { ...capture, provider, use: credited ? 'order' : 'return' });
  if (credited) await setPaymentState(tx, key, 'captured');
  else await giveBack(tx, key, { ...capture, amountMinor: leftOf(capture) });
  crashPoint('checkout.before_record_commit');
  return credited ? 'recorded' : 'returned';
}

/** The provider's order is used up, and takes no other payment for this one of ours: it is over. */
async function endPayment(tx: Tx, order: Order, capture: Capture): Promise<void> {
  await setPaymentState(tx, order, 'abandoned');
  if (order.state !== 'pending') return;
  await giveUp(tx, order, {
    reason: 'returned',
    notice: noticeOf(capture),
  });
}

/** What goes back is what the provider still has; the rest it has given back already. */
function noticeOf(capture: Capture): string {
  const leftMinor = leftOf(capture);
  const amount = formatMoney(capture.amountMinor, capture.currency);
  if (leftMinor === 0n) return text('notice.paymentWentBack', { amount });
  if (leftMinor === capture.amountMinor) return text('notice.paymentReturned', { amount });
  const left = formatMoney(leftMinor, capture.currency);
  return text('notice.paymentReturnedRest', { amount, left });
}

/** What of a capture that was never recorded the provider still has. */
function leftOf({ status, amountMinor, reversedMinor, givenBackMinor }: Capture): bigint {
  return status === 'refunded' ? 0n : amountMinor - reversedMinor - givenBackMinor;
}

/** PayPal says so of one that is under dispute, too: then it lists nothing that went back, and decides later. */
const isUndecided = (capture: Capture) =>
  capture.status === 'partially_refunded' && leftOf(capture) === capture.amountMinor;

/**
 * Paid means: captured for exactly what was asked, in that currency, for this order (invariant 5), and
 * nothing of it was taken back before. The provider's order is this order's alone, so that it may leave out
 * what the order is called.
 */
function fits(capture: Capture, order: Order, payment: Payment): boolean {
  return (
    capture.status === 'completed' &&
    capture.amountMinor === payment.amountMinor &&
    capture.currency === payment.currency &&
    (capture.reference === order.id || capture.reference === '') &&
    capture.providerOrderId === payment.providerOrderId
  );
}

/** Books the sale and delivers; false when the order can not take the money (any more). */
async function credit(tx: Tx, order: Order): Promise<boolean> {
  if (order.state === 'pending') {
    // Codes and the member's wallet before what is held of it: everybody takes them in this order.
    await markPaid(tx, order);
    await post(tx, saleJournal(order, 'held'));
    return true;
  }
  const over = order.failReason === 'cancelled' || order.failReason === 'returned';
  return order.state === 'failed' && !over && creditLate(tx, order);
}

async function markPaid(tx: Tx, order: Order): Promise<void> {
  await setState(tx, order, { state: 'paid' });
  const lineIds = order.lines.map((line) => line.id);
  await setLineStates(tx, order, { lineIds, state: 1 });
  await deliver(tx, { ...order, state: 'paid' });
}

/**
 * Money for an order that lapsed: codes and wallet share are taken anew, or nothing at all. A frozen
 * member's wallet is not touched.
 */
async function creditLate(tx: Tx, order: Order): Promise<boolean> {
  if (await isFrozen(tx, order.memberId)) return false;
  try {
    await tx.nested(async () => {
      await takeAllCodes(tx, takingOf([order], 'reserved'));
      await removeOrdered(tx, [order]);
      await post(tx, saleJournal(order, 'wallet'));
      await markPaid(tx, order);
    });
    return true;
  } catch (error) {
    if (isShort(error)) return false;
    if (error instanceof Refusal && error.code === 'order.out_of_stock') return false;
    throw error;
  }
}

/** Books money apart that fits no order, sends it back to the card and tells the member. */
async function giveBack(tx: Tx, key: OrderKey, capture: Capture): Promise<void> {
  if (capture.amountMinor === 0n) return;
  await post(tx, unmatchedJournal(capture));
  await oweRefund(tx, {
    memberId: key.memberId,
    orderId: key.id,
    captureId: capture.captureId,
    amountMinor: capture.amountMinor,
    currency: capture.currency,
    reason: 'fits no order',
    source: 'unmatched',
  });
  await enqueue(tx, {
    job: returnedJob,
    payload: { memberId: key.memberId, orderId: key.id, captureId: capture.captureId },
  });
}
