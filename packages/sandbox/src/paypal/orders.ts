/** Orders v2: create, approve, capture. Each function does its work at once or throws a `Problem`. */
import { currencies, fromDecimalText, toDecimalText } from '@giftlane/contract/money/money.ts';
import type { Fault } from '../faults.ts';
import { type Book, type Capture, type Money, newPayPalId, type Order, timestamp } from './book.ts';
import type { CreateRequest } from './order-request.ts';
import { notFound, unprocessable } from './problems.ts';

export function findOrder(book: Book, id: string): Order {
  const order = book.orders.get(id);
  if (!order) throw notFound();
  return order;
}

/** POST /v2/checkout/orders. */
export function createOrder(book: Book, request: CreateRequest): Order {
  const now = timestamp();
  const order: Order = {
    ...request,
    id: newPayPalId(),
    status: 'CREATED',
    createdAt: now,
    updatedAt: now,
    cardDeclines: false,
    captureIds: [],
  };
  book.orders.put(order.id, order);
  return order;
}

/** The buyer agrees, with a card that is good or one that is declined when captured. */
export function approveOrder(
  book: Book,
  id: string,
  cardDeclines: boolean,
  payerId?: string,
): Order {
  const order = findOrder(book, id);
  if (order.status === 'COMPLETED' || order.status === 'VOIDED')
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order is finished.');
  const approved: Order = {
    ...order,
    ...(payerId !== undefined && { payerId }),
    status: 'APPROVED',
    cardDeclines,
    updatedAt: timestamp(),
  };
  book.orders.put(id, approved);
  return approved;
}

/** The order can not be paid any more, as when PayPal drops an order that waited too long. */
export function voidOrder(book: Book, id: string): Order {
  const order = findOrder(book, id);
  if (order.status === 'COMPLETED')
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order is finished.');
  const voided: Order = { ...order, status: 'VOIDED', updatedAt: timestamp() };
  book.orders.put(id, voided);
  return voided;
}

function isPaid(book: Book, invoiceId: string | undefined): boolean {
  const captureId = invoiceId === undefined ? undefined : book.paidInvoices.get(invoiceId);
  const capture = captureId === undefined ? undefined : book.captures.get(captureId);
  return capture !== undefined && capture.status !== 'DECLINED';
}

function refuseCapture(book: Book, order: Order, fault: Fault | undefined): void {
  if (order.captureIds.length > 0)
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  if (order.status === 'VOIDED')
    throw unprocessable('ORDER_EXPIRED', 'The order is expired or voided.');
  if (order.status !== 'APPROVED')
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.');
  if (order.cardDeclines || fault?.kind === 'decline')
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it can not be used for this payment.',
    );
  if (isPaid(book, order.invoiceId))
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
    );
}

function capturedAmount(amount: Money, fault: Fault | undefined): Money {
  if (fault?.kind === 'wrong_amount') {
    const less = (fromDecimalText(amount.value) ?? 0n) - 1n;
    return { ...amount, value: fault.value ?? toDecimalText(less) };
  }
  if (fault?.kind === 'wrong_currency') {
    const other = currencies.map((c) => c.toUpperCase()).find((c) => c !== amount.currency_code);
    return { ...amount, currency_code: fault.currency ?? other ?? 'USD' };
  }
  return amount;
}

const madeAs = { pending: 'PENDING', declined_capture: 'DECLINED' } as const;

/** What becomes of a capture at once. */
function statusOf(fault: Fault | undefined): Capture['status'] {
  const kind = fault?.kind;
  return kind === 'pending' || kind === 'declined_capture' ? madeAs[kind] : 'COMPLETED';
}

/** POST /v2/checkout/orders/{id}/capture: takes the money of an approved order, once. */
export function captureOrder(book: Book, id: string, fault?: Fault): Capture {
  const order = findOrder(book, id);
  refuseCapture(book, order, fault);
  const now = timestamp();
  const capture: Capture = {
    id: newPayPalId(),
    orderId: id,
    status: statusOf(fault),
    amount: capturedAmount(order.amount, fault),
    ...(order.customId !== undefined && { customId: order.customId }),
    ...(order.invoiceId !== undefined && { invoiceId: order.invoiceId }),
    createdAt: now,
    updatedAt: now,
    refundIds: [],
  };
  book.captures.put(capture.id, capture);
  if (order.invoiceId !== undefined) book.paidInvoices.set(order.invoiceId, capture.id);
  book.orders.put(id, { ...order, status: 'COMPLETED', updatedAt: now, captureIds: [capture.id] });
  return capture;
}

/** A pending capture comes through or is denied after all. */
export function settleCapture(book: Book, id: string, status: 'COMPLETED' | 'DECLINED'): Capture {
  const capture = findCapture(book, id);
  if (capture.status !== 'PENDING')
    throw unprocessable('CAPTURE_STATUS_INVALID', 'Only a pending capture can be settled.');
  const settled: Capture = { ...capture, status, updatedAt: timestamp() };
  book.captures.put(id, settled);
  return settled;
}

export function findCapture(book: Book, id: string): Capture {
  const capture = book.captures.get(id);
  if (!capture) throw notFound();
  return capture;
}
