/** The book's things as PayPal writes them ("Orders v2", "Payments v2"). */
import { fromDecimalText, toDecimalText } from '@giftlane/contract/money.ts';
import type { Book, Capture, Money, Order, Refund } from './book.ts';
import { findOrder } from './orders.ts';
import { findRefund, refundedMinor } from './refunds.ts';

/** The shop's account, that every payment goes to. */
export const merchant = {
  email_address: 'merchant@shop.example',
  merchant_id: 'GIFTLANESANDB',
} as const;

const payer = {
  name: { given_name: 'Sandbox', surname: 'Buyer' },
  email_address: 'buyer@sandbox.example',
  payer_id: 'SANDBOXBUYER1',
  address: { country_code: 'US' },
} as const;

const payerAccount = {
  email_address: payer.email_address,
  account_id: payer.payer_id,
  account_status: 'VERIFIED',
  name: payer.name,
  address: payer.address,
} as const;

export const payerId = payer.payer_id;

/** Writes resources whose links start with `base`. */
export function makeWire(book: Book, base: () => string) {
  const link = (path: string, rel: string, method: 'GET' | 'POST' | 'PATCH' = 'GET') => ({
    href: `${base()}${path}`,
    rel,
    method,
  });
  const orderPath = (id: string) => `/v2/checkout/orders/${id}`;
  const capturePath = (id: string) => `/v2/payments/captures/${id}`;

  const orderLinks = (order: Order) => {
    const self = link(orderPath(order.id), 'self');
    if (order.status === 'COMPLETED' || order.status === 'VOIDED') return [self];
    return [
      self,
      link(`/checkoutnow?token=${order.id}`, 'approve'),
      link(orderPath(order.id), 'update', 'PATCH'),
      link(`${orderPath(order.id)}/capture`, 'capture', 'POST'),
    ];
  };

  const capture = (it: Capture) => ({
    id: it.id,
    status: it.status,
    ...(it.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: it.amount,
    ...(it.invoiceId !== undefined && { invoice_id: it.invoiceId }),
    ...(it.customId !== undefined && { custom_id: it.customId }),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(it.status !== 'PENDING' &&
      it.status !== 'DECLINED' && { seller_receivable_breakdown: received(it.amount) }),
    supplementary_data: { related_ids: { order_id: it.orderId } },
    payee: merchant,
    links: [
      link(capturePath(it.id), 'self'),
      link(`${capturePath(it.id)}/refund`, 'refund', 'POST'),
      link(orderPath(it.orderId), 'up'),
    ],
    create_time: it.createdAt,
    update_time: it.updatedAt,
  });

  const refund = (it: Refund) => {
    const whole = book.captures.get(it.captureId);
    const total = whole ? toDecimalText(refundedMinor(book, whole)) : it.amount.value;
    return {
      id: it.id,
      amount: it.amount,
      ...(it.invoiceId !== undefined && { invoice_id: it.invoiceId }),
      ...(it.customId !== undefined && { custom_id: it.customId }),
      ...(it.note !== undefined && { note_to_payer: it.note }),
      seller_payable_breakdown: {
        gross_amount: it.amount,
        paypal_fee: { ...it.amount, value: '0.00' },
        net_amount: it.amount,
        total_refunded_amount: { ...it.amount, value: total },
      },
      status: 'COMPLETED',
      create_time: it.createdAt,
      update_time: it.createdAt,
      links: [link(`/v2/payments/refunds/${it.id}`, 'self'), link(capturePath(it.captureId), 'up')],
    };
  };

  const payments = (order: Order) => {
    const captures = order.captureIds
      .map((id) => book.captures.get(id))
      .filter((found) => found !== undefined);
    const refunds = captures.flatMap((it) => it.refundIds.map((id) => findRefund(book, id)));
    return {
      captures: captures.map((it) => capture(it)).map(({ payee: _, ...rest }) => rest),
      ...(refunds.length > 0 && { refunds: refunds.map(refund) }),
    };
  };

  const unit = (order: Order) => ({
    reference_id: order.referenceId,
    amount: order.amount,
    payee: merchant,
    ...(order.description !== undefined && { description: order.description }),
    ...(order.customId !== undefined && { custom_id: order.customId }),
    ...(order.invoiceId !== undefined && { invoice_id: order.invoiceId }),
    ...(order.captureIds.length > 0 && { payments: payments(order) }),
  });

  const payment = (order: Order) =>
    order.status === 'CREATED' ? {} : { payment_source: { paypal: payerAccount }, payer };

  const wholeOrder = (order: Order) => ({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...payment(order),
    purchase_units: [unit(order)],
    create_time: order.createdAt,
    update_time: order.updatedAt,
    links: orderLinks(order),
  });

  return {
    order: wholeOrder,
    capture,
    refund,
    /** The answer of create: whole only with `Prefer: return=representation`. */
    createdOrder: (order: Order, whole: boolean) =>
      whole ? wholeOrder(order) : { id: order.id, status: order.status, links: orderLinks(order) },
    /** The answer of capture: the order with its payments. */
    capturedOrder(it: Capture, whole: boolean) {
      const order = findOrder(book, it.orderId);
      if (whole) return wholeOrder(order);
      return {
        id: order.id,
        status: order.status,
        ...payment(order),
        purchase_units: [{ reference_id: order.referenceId, payments: payments(order) }],
        links: orderLinks(order),
      };
    },
    madeRefund(it: Refund, whole: boolean) {
      const { id, status, links, ...rest } = refund(it);
      return whole ? { id, status, ...rest, links } : { id, status, links };
    },
  };
}

export type Wire = ReturnType<typeof makeWire>;

/** What is left for the shop after a fee that is about PayPal's. */
function received(amount: Money) {
  const gross = fromDecimalText(amount.value) ?? 0n;
  const fee = (gross * 349n + 5_000n) / 10_000n + 49n;
  const money = (value: bigint) => ({ ...amount, value: toDecimalText(value) });
  return { gross_amount: amount, paypal_fee: money(fee), net_amount: money(gross - fee) };
}
