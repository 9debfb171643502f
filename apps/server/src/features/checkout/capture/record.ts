/**
 * What became of a card payment: refused, credited to its order, or booked apart and given back. Safe to
 * repeat, in any order, by several processes at once.
 */

import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { enqueue } from '../../../jobs/jobs.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import type { Capture, CaptureRefusal } from '../../../providers/payments/port.ts';
import { isTopUp } from '../../topups/topups.ts';
import { returnedJob } from '../jobs.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import {
  captureOfOrder,
  dropProviderOrder,
  findCapture,
  insertCapture,
  orderOfProviderOrder,
  type Payment,
  setPaymentState,
} from '../queries.ts';
import { oweRefund } from '../refund/owe-refund.ts';
import { unmatchedJournal } from '../refund/refund-postings.ts';
import { insertReversals, withinBounds } from './capture-queries.ts';
import { lockPayable, type Payable, type PayableKey } from './payables.ts';

/**
 * How a try to capture ended. `frozen`, `locked`: the house, or the owner, has frozen the account. `returned`: money came that did not fit, and goes back; `pending`: the provider
 * will decide and say so; `unknown`: ask again, nothing is decided.
 */
export type CaptureResult =
  | 'recorded'
  | 'returned'
  | 'declined'
  | 'not_approved'
  | 'gone'
  | 'frozen'
  | 'locked'
  | 'pending'
  | 'unknown';

/**
 * The provider said no of its order `of`: ours stays payable until it lapses. After a payment that was spent, or
 * an order that was voided, the next try needs another one. One that can not be found is asked about again
 * until then: that may be a passing trouble of the provider's.
 */
export async function recordRefused(
  tx: Tx,
  key: PayableKey,
  { reason, of }: { reason: CaptureRefusal | 'voided'; of: string },
): Promise<void> {
  const [payable, payment] = await lockPayable(tx, key);
  if (!payable.open || payment?.providerOrderId !== of) return;
  const unclaimed = reason === 'voided' && payment.state === 'created';
  if (payment.state !== 'claimed' && !unclaimed) return;
  const declined = reason === 'declined' || reason === 'spent';
  await setPaymentState(tx, key, declined ? 'declined' : 'created');
  await payable.setDeclined(declined);
  if (reason === 'spent' || reason === 'voided') await dropProviderOrder(tx, key);
}

/**
 * Records a capture as the provider tells it: credits it to its order, or books it apart and gives it
 * back. Recording the same capture again changes nothing. Who knows what the provider's order pays for says so.
 */
export async function recordCapture(
  parts: CheckoutParts,
  capture: Capture,
  payableKey?: PayableKey,
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
  const result = await parts.db.tx((tx) => record(tx, capture, { ...parts, payableKey }));
  crashPoint('checkout.recorded');
  if (result === 'returned')
    parts.log.error(
      { captureId: capture.captureId },
      'money came that fits no order; it goes back',
    );
  return result === 'recorded' ? 'recorded' : 'returned';
}

type Recorded = 'recorded' | 'returned' | 'returned_before';

async function record(
  tx: Tx,
  capture: Capture,
  {
    payee,
    keys,
    payableKey,
  }: Pick<CheckoutParts, 'payee' | 'keys'> & { readonly payableKey: PayableKey | undefined },
): Promise<Recorded> {
  const key = payableKey ?? (await orderOfProviderOrder(tx, provider, capture.providerOrderId));
  if (!key) throw new Error(`capture ${capture.captureId} is of no order of ours`);
  const [[payable, payment], known, paidBefore] = await Promise.all([
    lockPayable(tx, key),
    findCapture(tx, provider, capture.captureId),
    captureOfOrder(tx, key),
  ]);
  if (!payment) throw new Error(`order ${key.id} has a capture but no payment`);
  if (known) return known.use === 'order' ? 'recorded' : 'returned_before';
  const ours = payee === '' || capture.payee === payee;
  const credited = ours && fits(capture, key, payment) && !paidBefore && (await payable.credit());
  const usedUp = !credited && !paidBefore && capture.providerOrderId === payment.providerOrderId;
  if (usedUp) await endPayment(tx, payable, capture);
  const payer = payerFingerprint(keys, capture.payer);
  const written = { ...capture, provider, payer };
  crashPoint('checkout.before_record_commit');
  if (credited) {
    await tx.last(() =>
      Promise.all([
        insertCapture(tx, key, { ...written, use: 'order' }),
        setPaymentState(tx, key, 'captured'),
      ]),
    );
    return 'recorded';
  }
  await insertCapture(tx, key, { ...written, use: 'return' });
  await insertReversals(tx, written, withinBounds(capture.takenBack, capture.amountMinor));
  await giveBack(tx, key, { ...capture, amountMinor: leftOf(capture) });
  return 'returned';
}

/** By which an account that paid is known again; null when the provider does not say which it was. */
function payerFingerprint(keys: CheckoutParts['keys'], payer: string): Buffer | null {
  return payer === '' ? null : keys.fingerprint(`payer ${provider} ${payer}`);
}

/** The provider's order is used up, and takes no other payment for this one of ours: it is over. */
async function endPayment(tx: Tx, payable: Payable, capture: Capture): Promise<void> {
  await setPaymentState(tx, payable.key, 'abandoned');
  if (payable.open) await payable.endReturned(noticeOf(capture, payable.key));
}

/** What goes back is what the provider still has; the rest it has given back already. */
function noticeOf(capture: Capture, key: PayableKey): string {
  const leftMinor = leftOf(capture);
  const amount = formatMoney(capture.amountMinor, capture.currency);
  if (isTopUp(key)) return text('notice.topUpReturned', { amount });
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
function fits(capture: Capture, key: PayableKey, payment: Payment): boolean {
  return (
    capture.status === 'completed' &&
    capture.amountMinor === payment.amountMinor &&
    capture.currency === payment.currency &&
    (capture.reference === key.id || capture.reference === '') &&
    capture.providerOrderId === payment.providerOrderId
  );
}

/** Books money apart that fits no order, sends it back to the card and tells the member. */
async function giveBack(tx: Tx, key: PayableKey, capture: Capture): Promise<void> {
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
