/**
 * Records the result of a capture: refused, credited to its order, or booked as unmatched and refunded. Safe to repeat,
 * in any order, in several processes at once.
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
 * The result of a capture. `frozen`, `locked`: the account is frozen by the house, by its owner. `returned`: the money
 * did not match and is refunded. `pending`: a webhook of the provider will follow. `unknown`: ask again.
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
 * Records a refused capture of provider order `of`; our order stays payable until it lapses. After `spent` or `voided`
 * the next attempt needs a new provider order. After `gone` the same one is tried again, as the provider may be wrong
 * for a moment.
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
 * Records a capture: credits it to its order, or books it as unmatched and refunds it. Safe to repeat. `payableKey`:
 * what the provider's order pays for, if the caller knows it.
 */
export async function recordCapture(
  parts: CheckoutParts,
  capture: Capture,
  payableKey?: PayableKey,
): Promise<CaptureResult> {
  // A capture of amount 0 took no money.
  if (capture.status === 'declined' || capture.amountMinor === 0n) {
    const key = await orderOfProviderOrder(parts.db, provider, capture.providerOrderId);
    const spent = { reason: 'spent', of: capture.providerOrderId } as const;
    if (key) await parts.db.tx((tx) => recordRefused(tx, key, spent));
    return 'declined';
  }
  // Pending is no money yet: the payment stays claimed and is asked about again.
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

/** Fingerprint to recognise a paying account; null when the provider does not name it. */
function payerFingerprint(keys: CheckoutParts['keys'], payer: string): Buffer | null {
  return payer === '' ? null : keys.fingerprint(`payer ${provider} ${payer}`);
}

/** Ends a payment whose provider order is used up by a capture that did not match. */
async function endPayment(tx: Tx, payable: Payable, capture: Capture): Promise<void> {
  await setPaymentState(tx, payable.key, 'abandoned');
  if (payable.open) await payable.endReturned(noticeOf(capture, payable.key));
}

/** The notice on the order: how much of the capture is refunded; the provider already returned the rest. */
function noticeOf(capture: Capture, key: PayableKey): string {
  const leftMinor = leftOf(capture);
  const amount = formatMoney(capture.amountMinor, capture.currency);
  if (isTopUp(key)) return text('notice.topUpReturned', { amount });
  if (leftMinor === 0n) return text('notice.paymentWentBack', { amount });
  if (leftMinor === capture.amountMinor) return text('notice.paymentReturned', { amount });
  const left = formatMoney(leftMinor, capture.currency);
  return text('notice.paymentReturnedRest', { amount, left });
}

/** What the provider still has of a capture that was not recorded. */
function leftOf({ status, amountMinor, reversedMinor, givenBackMinor }: Capture): bigint {
  return status === 'refunded' ? 0n : amountMinor - reversedMinor - givenBackMinor;
}

/** True while the outcome is open: PayPal reports a disputed capture as partially refunded, without a refund listed. */
const isUndecided = (capture: Capture) =>
  capture.status === 'partially_refunded' && leftOf(capture) === capture.amountMinor;

/**
 * True when a capture pays the order: completed, with exactly its amount, currency and provider order, nothing reversed
 * before (invariant 5). The reference may be empty, as the provider's order belongs to one order only.
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

/** Books a capture that matches no order as unmatched, refunds it and mails the member. */
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
