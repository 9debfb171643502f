/**
 * The payments port on PayPal. Documents: "Orders v2", "Payments v2", "Orders v2 errors",
 * "Idempotency", "Webhooks management" (verify webhook signature), "JavaScript SDK script
 * configuration".
 */
import { done, type Outcome, refused } from '../../outcome.ts';
import type { Payments, RefundRefusal, RefundRequest, WebhookHeaders } from '../port.ts';
import {
  type Client,
  type ClientOptions,
  isGood,
  makeClient,
  requestIdFor,
  unreadable,
} from './client.ts';
import { captureOrder, createOrder, showCapture, showOrder } from './orders.ts';
import { signatureRequest } from './signature.ts';
import { capturePath, issueOf, madeSchema, ownRefund, toMoney, upperCase } from './wire.ts';

export interface PayPalOptions extends ClientOptions {
  /** Where the browser loads PayPal's script from, such as https://www.paypal.com/sdk/js. */
  readonly sdkUrl: string;
  /** The id PayPal gave the shop's webhook. */
  readonly webhookId: string;
}

/** Makes the port from plain options. */
export function makePayPal(options: PayPalOptions): Payments {
  const client = makeClient(options);
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
    createOrder: (order) => createOrder(client, order),
    showOrder: (id) => showOrder(client, id),
    capture: (id, { key }) => captureOrder(client, id, key),
    showCapture: (id) => showCapture(client, id),
    refund: (id, request) => refund(client, id, request),
    verifyWebhook: (headers, rawBody) => verify(client, options.webhookId, { headers, rawBody }),
  };
}

function refundRefusal(issue: string): RefundRefusal {
  const tooMuch = issue === 'REFUND_AMOUNT_EXCEEDED' || issue === 'CAPTURE_FULLY_REFUNDED';
  return tooMuch ? 'too_much' : 'not_allowed';
}

async function refund(
  client: Client,
  captureId: string,
  request: RefundRequest,
): Promise<Outcome<{ refundId: string }, RefundRefusal>> {
  const answer = await client.call({
    method: 'POST',
    path: `${capturePath(captureId)}/refund`,
    body: JSON.stringify({ amount: toMoney(request), custom_id: ownRefund }),
    requestId: requestIdFor(request.key),
  });
  if (answer.kind === 'unknown') return answer;
  if (answer.status === 404) return refused('gone');
  if (answer.status === 422) return refused(refundRefusal(issueOf(answer.body)));
  const made = isGood(answer) ? madeSchema.safeParse(answer.body).data : undefined;
  if (made?.status === 'FAILED' || made?.status === 'CANCELLED') return refused('not_allowed');
  return made ? done({ refundId: made.id }) : unreadable(answer);
}

interface Webhook {
  readonly headers: WebhookHeaders;
  readonly rawBody: Buffer;
}

async function verify(
  client: Client,
  webhookId: string,
  { headers, rawBody }: Webhook,
): Promise<Outcome<boolean, never>> {
  const body = signatureRequest(webhookId, headers, rawBody);
  if (body === undefined) return done(false);
  const path = '/v1/notifications/verify-webhook-signature';
  const answer = await client.call({ method: 'POST', path, body, readsOnly: true });
  if (answer.kind === 'unknown') return answer;
  // What PayPal can not even read was not sent by PayPal.
  if (answer.status === 400 || answer.status === 422) return done(false);
  const { verification_status: status } = Object(answer.body) as Record<string, unknown>;
  if (status === 'SUCCESS') return done(true);
  return status === 'FAILURE' ? done(false) : unreadable(answer);
}
