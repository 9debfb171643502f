/** Payments v2: refunds the shop asks for, and reversals PayPal makes by itself. */
import { fromDecimalText, toDecimalText } from '@giftlane/contract/money/money.ts';
import type { Fault } from '../faults.ts';
import {
  type Book,
  type Capture,
  type Money,
  newPayPalId,
  type Refund,
  timestamp,
} from './book.ts';
import { readMoney } from './order-request.ts';
import { findCapture } from './orders.ts';
import { notFound, unprocessable } from './problems.ts';

const minor = (money: Money) => fromDecimalText(money.value) ?? 0n;

/** What has gone back of a capture so far, in minor units. */
export function refundedMinor(book: Book, capture: Capture): bigint {
  return capture.refundIds
    .map((id) => findRefund(book, id))
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, refund) => sum + minor(refund.amount), 0n);
}

export function findRefund(book: Book, id: string): Refund {
  const refund = book.refunds.get(id);
  if (!refund) throw notFound();
  return refund;
}

interface GiveBack {
  readonly amount: Money;
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly note?: string;
  readonly reversal: boolean;
  readonly status?: 'PENDING';
}

function giveBack(book: Book, capture: Capture, back: GiveBack): Refund {
  const refund: Refund = {
    ...back,
    id: newPayPalId(),
    captureId: capture.id,
    createdAt: timestamp(),
  };
  book.refunds.put(refund.id, refund);
  const refundIds = [...capture.refundIds, refund.id];
  const whole = refundedMinor(book, { ...capture, refundIds }) >= minor(capture.amount);
  book.captures.put(capture.id, {
    ...capture,
    refundIds,
    status: whole ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    updatedAt: refund.createdAt,
  });
  return refund;
}

interface RefundRequest {
  readonly amount?: unknown;
  readonly custom_id?: unknown;
  readonly invoice_id?: unknown;
  readonly note_to_payer?: unknown;
}

/** What an invoice id was used to refund; one that failed counts too. */
const isUsed = (book: Book, invoiceId: string) =>
  book.refunds.all().some((refund) => refund.invoiceId === invoiceId);

function refuseRefund(book: Book, capture: Capture, amount: Money): void {
  if (capture.status === 'REFUNDED')
    throw unprocessable(
      'CAPTURE_FULLY_REFUNDED',
      'The capture has already been fully refunded. You cannot capture additional refunds against this capture.',
    );
  if (capture.status === 'PENDING' || capture.status === 'DECLINED')
    throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  if (amount.currency_code !== capture.amount.currency_code)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
      { field: 'amount/currency_code', value: amount.currency_code },
    );
  if (refundedMinor(book, capture) + minor(amount) > minor(capture.amount))
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      { field: 'amount/value', value: amount.value },
    );
}

const remaining = (book: Book, capture: Capture): Money => ({
  ...capture.amount,
  value: toDecimalText(minor(capture.amount) - refundedMinor(book, capture)),
});

const textOr = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** POST /v2/payments/captures/{id}/refund: all that is left, or the amount in the body. */
export function refundCapture(
  book: Book,
  captureId: string,
  request: RefundRequest,
  fault?: Fault,
): Refund {
  const capture = findCapture(book, captureId);
  const amount =
    request.amount === undefined ? remaining(book, capture) : readMoney(request.amount, '/amount');
  refuseRefund(book, capture, amount);
  const customId = textOr(request.custom_id);
  const invoiceId = textOr(request.invoice_id);
  if (invoiceId !== undefined && isUsed(book, invoiceId))
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Invoice ID was previously used to refund a capture.',
    );
  const note = textOr(request.note_to_payer);
  return giveBack(book, capture, {
    amount,
    ...(customId !== undefined && { customId }),
    ...(invoiceId !== undefined && { invoiceId }),
    ...(note !== undefined && { note }),
    ...(fault?.kind === 'pending' && { status: 'PENDING' }),
    reversal: false,
  });
}

/** A pending refund goes through, or fails: its money is the shop's again. */
export function settleRefund(book: Book, id: string, status: 'COMPLETED' | 'FAILED'): Refund {
  const { status: before, ...refund } = findRefund(book, id);
  if (before !== 'PENDING')
    throw unprocessable('REFUND_STATUS_INVALID', 'Only a pending refund can be settled.');
  const settled: Refund = { ...refund, ...(status === 'FAILED' && { status }) };
  book.refunds.put(id, settled);
  const capture = findCapture(book, refund.captureId);
  const left = minor(capture.amount) - refundedMinor(book, capture);
  const partly = left < minor(capture.amount) ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
  book.captures.put(capture.id, { ...capture, status: left === 0n ? 'REFUNDED' : partly });
  return settled;
}

/** A dispute or chargeback takes money back without the shop having asked. */
export function reverseCapture(book: Book, captureId: string, value?: string): Refund {
  const capture = findCapture(book, captureId);
  const left = remaining(book, capture);
  const amount = value === undefined ? left : { ...left, value };
  if (minor(left) === 0n || minor(amount) > minor(left))
    throw unprocessable('REVERSAL_NOT_POSSIBLE', 'Nothing is left to take back.');
  return giveBack(book, capture, { amount, note: 'Payment reversed', reversal: true });
}
