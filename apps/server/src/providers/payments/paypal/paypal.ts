/**
 * The payments port on PayPal. Documents: "Orders v2", "Payments v2", "Orders v2 errors",
 * "Idempotency", "Webhooks management" (verify webhook signature), "JavaScript SDK script
 * configuration".
 */
import { createHash } from 'node:crypto';
import { toDecimalText } from '@giftlane/contract/money.ts';
import { done, type Outcome, refused, unknown } from '../../outcome.ts';
import type { Capture, CaptureRefusal, NewOrder, Payments, ProviderOrder } from '../port.ts';
import { type ApiAnswer, type ClientOptions, makeClient } from './client.ts';
import { signatureRequest } from './signature.ts';
import {
  issueOf,
  loneCapture,
  madeSchema,
  orderIdOf,
  ownRefund,
  readCapture,
  readOrder,
  upperCase,
} from './wire.ts';

export interface PayPalOptions extends ClientOptions {
  /** Where the browser loads PayPal's script from, such as https://www.paypal.com/sdk/js. */
  readonly sdkUrl: string;
  /** The id PayPal gave the shop's webhook. */
  readonly webhookId: string;
}

/** The longest PayPal-Request-Id the orders API takes. */
const maxRequestId = 108;
const maxDescription = 127;

/** A key as a header: as it is when it fits, else its hash. */
function requestIdFor(key: string): string {
  const fits = /^[\x21-\x7e]+$/.test(key) && key.length <= maxRequestId;
  return fits ? key : createHash('sha256').update(key).digest('hex');
}

const isGood = (answer: ApiAnswer) => answer.status >= 200 && answer.status < 300;
const unreadable = (answer: ApiAnswer) => unknown(`HTTP ${answer.status} that makes no sense`);
/** Refused for good; 400 means that we asked wrongly, which says nothing about the payment. */
const isRefusal = (answer: ApiAnswer) => answer.status === 422 || answer.status === 404;

const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);
const gone = new Set(['INVALID_RESOURCE_ID', 'ORDER_EXPIRED', 'ORDER_VOIDED']);

function captureRefusal(answer: ApiAnswer): CaptureRefusal {
  const issue = issueOf(answer.body);
  if (answer.status === 404 || gone.has(issue)) return 'gone';
  return notApproved.has(issue) ? 'not_approved' : 'declined';
}

const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;

function orderText(order: NewOrder): string {
  const amount = {
    currency_code: upperCase(order.currency),
    value: toDecimalText(order.amountMinor),
  };
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.reference,
        // With it PayPal itself refuses a second payment for the same reference.
        invoice_id: order.reference,
        description: order.description.slice(0, maxDescription),
        amount,
      },
    ],
    // Not payment_source.paypal, which would keep the buyer from paying by card as a guest.
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  });
}

/** The capture an order ended in: one that took money, else a declined one. */
function settled(order: ProviderOrder): Outcome<Capture, CaptureRefusal> {
  const capture = order.captures.find((found) => found.status !== 'declined');
  if (capture) return done(capture);
  return order.captures.length > 0 ? refused('declined') : unknown('completed without a capture');
}

/** Makes the port from plain options. */
export function makePayPal(options: PayPalOptions): Payments {
  const client = makeClient(options);

  const read = (path: string, deadline: AbortSignal) =>
    client.call({ method: 'GET', path, readsOnly: true }, deadline);

  async function showOrder(
    id: string,
    deadline = client.deadline(),
  ): Promise<Outcome<ProviderOrder, 'gone'>> {
    const answer = await read(orderPath(id), deadline);
    if (answer.kind === 'unknown') return answer;
    if (answer.status === 404) return refused('gone');
    const order = isGood(answer) ? readOrder(answer.body) : undefined;
    return order ? done(order) : unreadable(answer);
  }

  /** Its order tells what a capture alone does not: the payee, and who asked for the refunds. */
  async function captureInOrder(captureId: string, orderId: string, deadline: AbortSignal) {
    const outcome = await showOrder(orderId, deadline);
    if (outcome.kind !== 'done') return outcome;
    const capture = outcome.value.captures.find((found) => found.captureId === captureId);
    return capture ? done(capture) : refused('gone');
  }

  return {
    clientId: options.clientId,

    scriptUrl(currency) {
      const url = new URL(options.sdkUrl);
      url.searchParams.set('client-id', options.clientId);
      url.searchParams.set('currency', upperCase(currency));
      url.searchParams.set('intent', 'capture');
      url.searchParams.set('components', 'buttons');
      return url.href;
    },

    async createOrder(order) {
      const answer = await client.call({
        method: 'POST',
        path: '/v2/checkout/orders',
        body: orderText(order),
        requestId: requestIdFor(order.key),
      });
      if (answer.kind === 'unknown') return answer;
      if (isRefusal(answer)) return refused(issueOf(answer.body).toLowerCase());
      const made = isGood(answer) ? madeSchema.safeParse(answer.body).data : undefined;
      return made ? done({ providerOrderId: made.id }) : unreadable(answer);
    },

    showOrder: (id) => showOrder(id),

    async capture(id, { key }) {
      const deadline = client.deadline();
      const path = `${orderPath(id)}/capture`;
      const requestId = requestIdFor(key);
      const answer = await client.call(
        { method: 'POST', path, requestId, wantsWhole: true },
        deadline,
      );
      if (answer.kind === 'unknown') return answer;
      if (issueOf(answer.body) === 'ORDER_ALREADY_CAPTURED') {
        const outcome = await showOrder(id, deadline);
        return outcome.kind === 'done' ? settled(outcome.value) : outcome;
      }
      if (isRefusal(answer)) return refused(captureRefusal(answer));
      const order = isGood(answer) ? readOrder(answer.body) : undefined;
      return order ? settled(order) : unreadable(answer);
    },

    async showCapture(captureId) {
      const deadline = client.deadline();
      const answer = await read(capturePath(captureId), deadline);
      if (answer.kind === 'unknown') return answer;
      if (answer.status === 404) return refused('gone');
      const capture = isGood(answer) ? readCapture(answer.body) : undefined;
      if (!capture) return unreadable(answer);
      const outcome = await captureInOrder(captureId, orderIdOf(capture), deadline);
      return outcome.kind === 'refused' ? done(loneCapture(capture)) : outcome;
    },

    async refund(captureId, { amountMinor, currency, key }) {
      const amount = { currency_code: upperCase(currency), value: toDecimalText(amountMinor) };
      const answer = await client.call({
        method: 'POST',
        path: `${capturePath(captureId)}/refund`,
        body: JSON.stringify({ amount, custom_id: ownRefund }),
        requestId: requestIdFor(key),
      });
      if (answer.kind === 'unknown') return answer;
      if (answer.status === 404) return refused('gone');
      if (answer.status === 422) return refused(refundRefusal(issueOf(answer.body)));
      const made = isGood(answer) ? madeSchema.safeParse(answer.body).data : undefined;
      if (made?.status === 'FAILED' || made?.status === 'CANCELLED') return refused('not_allowed');
      return made ? done({ refundId: made.id }) : unreadable(answer);
    },

    async verifyWebhook(headers, rawBody) {
      const body = signatureRequest(options.webhookId, headers, rawBody);
      if (body === undefined) return done(false);
      const path = '/v1/notifications/verify-webhook-signature';
      const answer = await client.call({ method: 'POST', path, body, readsOnly: true });
      if (answer.kind === 'unknown') return answer;
      // What PayPal can not even read was not sent by PayPal.
      if (answer.status === 400 || answer.status === 422) return done(false);
      const { verification_status: status } = Object(answer.body) as Record<string, unknown>;
      if (status === 'SUCCESS') return done(true);
      return status === 'FAILURE' ? done(false) : unreadable(answer);
    },
  };
}

function refundRefusal(issue: string) {
  const tooMuch = issue === 'REFUND_AMOUNT_EXCEEDED' || issue === 'CAPTURE_FULLY_REFUNDED';
  return tooMuch ? 'too_much' : 'not_allowed';
}
