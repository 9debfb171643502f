/** Webhook events as PayPal words them ("Webhook event names", checkout orders and payments v2). */
import { type Money, newPayPalId } from './book.ts';
import { findCapture, findOrder } from './orders.ts';
import { findRefund } from './refunds.ts';
import { captureJson, orderJson, refundJson, type Wire } from './wire.ts';

export const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
] as const;
export type EventType = (typeof eventTypes)[number];

export interface WebhookEvent {
  readonly id: string;
  readonly type: EventType;
  /** The exact text that is sent and signed. */
  readonly text: string;
  /** Whatever a fault may name to mean this event. */
  readonly subjects: readonly string[];
}

const money = ({ currency_code, value }: Money) => `$ ${value} ${currency_code}`;

const summaries: Readonly<Record<EventType, (amount: Money) => string>> = {
  'CHECKOUT.ORDER.APPROVED': () => 'An order has been approved by buyer',
  'PAYMENT.CAPTURE.COMPLETED': (amount) => `Payment completed for ${money(amount)}`,
  'PAYMENT.CAPTURE.PENDING': (amount) => `Payment pending for ${money(amount)}`,
  'PAYMENT.CAPTURE.DENIED': (amount) => `A ${money(amount)} capture payment was denied`,
  'PAYMENT.CAPTURE.REFUNDED': (amount) => `A ${money(amount)} capture payment was refunded`,
  'PAYMENT.CAPTURE.REVERSED': (amount) => `A ${money(amount)} capture payment was reversed`,
};

interface Told {
  readonly resourceType: 'checkout-order' | 'capture' | 'refund';
  readonly resource: unknown;
  readonly amount: Money;
  readonly ids: readonly (string | undefined)[];
}

function tell(wire: Wire, type: EventType, id: string): Told {
  const { book } = wire;
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    const order = findOrder(book, id);
    const ids = [id, order.customId];
    return {
      resourceType: 'checkout-order',
      resource: orderJson(wire, order),
      amount: order.amount,
      ids,
    };
  }
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') {
    const refund = findRefund(book, id);
    const capture = findCapture(book, refund.captureId);
    const ids = [id, capture.id, capture.orderId, capture.customId];
    return {
      resourceType: 'refund',
      resource: refundJson(wire, refund),
      amount: refund.amount,
      ids,
    };
  }
  const capture = findCapture(book, id);
  const ids = [id, capture.orderId, capture.customId];
  return {
    resourceType: 'capture',
    resource: captureJson(wire, capture),
    amount: capture.amount,
    ids,
  };
}

/** Words the event `type` about the order, capture or refund `id`. Throws when there is none. */
export function wordEvent(wire: Wire, type: EventType, id: string): WebhookEvent {
  const { resourceType, resource, amount, ids } = tell(wire, type, id);
  const eventId = `WH-${newPayPalId()}-${newPayPalId()}`;
  const text = JSON.stringify({
    id: eventId,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary: summaries[type](amount),
    resource,
    links: [],
  });
  return {
    id: eventId,
    type,
    text,
    subjects: [eventId, type, ...ids.filter((known) => known !== undefined)],
  };
}
