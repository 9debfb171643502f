/** Orders, captures and refunds in PayPal's JSON ("Orders v2", "Payments v2"). */
import { fromDecimalText, toDecimalText } from '@giftlane/contract/money/money.ts';
import type { Book, Capture, Money, Order, Refund } from './book.ts';
import { findOrder } from './orders.ts';
import { findRefund, refundedMinor } from './refunds.ts';

/** The shop's account, that every payment goes to. */
export const merchant = {
  email_address: 'merchant@shop.example',
  merchant_id: 'GIFTLANESANDB',
} as const;

const somebody = {
  name: { given_name: 'Sandbox', surname: 'Buyer' },
  email_address: 'buyer@sandbox.example',
  payer_id: 'SANDBOXBUYER1',
  address: { country_code: 'US' },
} as const;

/** Who pays unless a test says another. */
export const payerId = somebody.payer_id;

function paidBy({ status, payerId: payer_id = payerId }: Order) {
  if (status === 'CREATED') return {};
  const { email_address, name, address } = somebody;
  const account = {
    email_address,
    account_id: payer_id,
    account_status: 'VERIFIED',
    name,
    address,
  };
  return { payment_source: { paypal: account }, payer: { ...somebody, payer_id } };
}

/** Where things are looked up, and the address their links start with. */
export interface Wire {
  readonly book: Book;
  readonly base: () => string;
}

const orderPath = (id: string) => `/v2/checkout/orders/${id}`;
const capturePath = (id: string) => `/v2/payments/captures/${id}`;

function link(wire: Wire, path: string, rel: string, method: 'GET' | 'POST' | 'PATCH' = 'GET') {
  return { href: `${wire.base()}${path}`, rel, method };
}

function orderLinks(wire: Wire, order: Order) {
  const self = link(wire, orderPath(order.id), 'self');
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return [self];
  return [
    self,
    link(wire, `/checkoutnow?token=${order.id}`, 'approve'),
    link(wire, orderPath(order.id), 'update', 'PATCH'),
    link(wire, `${orderPath(order.id)}/capture`, 'capture', 'POST'),
  ];
}

/** A fee that is about PayPal's. */
export const feeMinor = (amount: Money): bigint =>
  ((fromDecimalText(amount.value) ?? 0n) * 349n + 5_000n) / 10_000n + 49n;

/** What is left for the shop. */
function received(amount: Money) {
  const gross = fromDecimalText(amount.value) ?? 0n;
  const fee = feeMinor(amount);
  const money = (value: bigint) => ({ ...amount, value: toDecimalText(value) });
  return { gross_amount: amount, paypal_fee: money(fee), net_amount: money(gross - fee) };
}

const externalIds = ({ invoiceId, customId }: { invoiceId?: string; customId?: string }) => ({
  ...(invoiceId !== undefined && { invoice_id: invoiceId }),
  ...(customId !== undefined && { custom_id: customId }),
});

/** GET /v2/payments/captures/{id}. */
export function captureJson(wire: Wire, capture: Capture) {
  const { status, amount } = capture;
  const arrived = status !== 'PENDING' && status !== 'DECLINED';
  return {
    id: capture.id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount,
    ...externalIds(capture),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(arrived && { seller_receivable_breakdown: received(amount) }),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    payee: merchant,
    links: [
      link(wire, capturePath(capture.id), 'self'),
      link(wire, `${capturePath(capture.id)}/refund`, 'refund', 'POST'),
      link(wire, orderPath(capture.orderId), 'up'),
    ],
    create_time: capture.createdAt,
    update_time: capture.updatedAt,
  };
}

/** GET /v2/payments/refunds/{id}. */
export function refundJson(wire: Wire, refund: Refund) {
  const { amount } = refund;
  const capture = wire.book.captures.get(refund.captureId);
  const total = capture ? toDecimalText(refundedMinor(wire.book, capture)) : amount.value;
  return {
    id: refund.id,
    amount,
    ...externalIds(refund),
    ...(refund.note !== undefined && { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: { ...amount, value: '0.00' },
      net_amount: amount,
      total_refunded_amount: { ...amount, value: total },
    },
    status: refund.status ?? 'COMPLETED',
    create_time: refund.createdAt,
    update_time: refund.createdAt,
    links: [
      link(wire, `/v2/payments/refunds/${refund.id}`, 'self'),
      link(wire, capturePath(refund.captureId), 'up'),
    ],
  };
}

function paymentsJson(wire: Wire, order: Order) {
  const captures = order.captureIds
    .map((id) => wire.book.captures.get(id))
    .filter((found) => found !== undefined);
  const refunds = captures.flatMap((it) => it.refundIds.map((id) => findRefund(wire.book, id)));
  return {
    // Within an order a capture does not repeat the payee.
    captures: captures.map((it) => captureJson(wire, it)).map(({ payee: _, ...rest }) => rest),
    ...(refunds.length > 0 && { refunds: refunds.map((it) => refundJson(wire, it)) }),
  };
}

/** GET /v2/checkout/orders/{id}. */
export function orderJson(wire: Wire, order: Order) {
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...paidBy(order),
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: order.amount,
        payee: merchant,
        ...(order.description !== undefined && { description: order.description }),
        ...externalIds(order),
        ...(order.captureIds.length > 0 && { payments: paymentsJson(wire, order) }),
      },
    ],
    create_time: order.createdAt,
    update_time: order.updatedAt,
    links: orderLinks(wire, order),
  };
}

/** The answer of create: whole only with `Prefer: return=representation`. */
export function createdJson(wire: Wire, order: Order, whole: boolean) {
  if (whole) return orderJson(wire, order);
  return { id: order.id, status: order.status, links: orderLinks(wire, order) };
}

/** The answer of capture: the order with its payments. */
export function capturedJson(wire: Wire, capture: Capture, whole: boolean) {
  const order = findOrder(wire.book, capture.orderId);
  if (whole) return orderJson(wire, order);
  return {
    id: order.id,
    status: order.status,
    ...paidBy(order),
    purchase_units: [{ reference_id: order.referenceId, payments: paymentsJson(wire, order) }],
    links: orderLinks(wire, order),
  };
}

/** The answer of refund. */
export function refundedJson(wire: Wire, refund: Refund, whole: boolean) {
  const { id, status, links, ...rest } = refundJson(wire, refund);
  return whole ? { id, status, ...rest, links } : { id, status, links };
}
