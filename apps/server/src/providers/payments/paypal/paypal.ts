/**
 * The payments port on PayPal. Documents: "Orders v2", "Payments v2", "Orders v2 errors",
 * "Idempotency", "Webhooks management" (verify webhook signature), "JavaScript SDK script
 * configuration".
 */
import { done, type Outcome } from '../../outcome.ts';
import type { Payments } from '../port.ts';
import { makeCertificates } from './certificates.ts';
import { type Client, type ClientOptions, makeClient, unreadable } from './client.ts';
import { isDisputed } from './disputes.ts';
import { captureOrder, createOrder, readPayPalOrder, showCapture } from './orders.ts';
import { refund } from './refunds.ts';
import { readSettlement } from './settlement.ts';
import { signatureRequest } from './signature.ts';
import { certUrlOf, judge, type Webhook } from './webhook.ts';
import { upperCase } from './wire.ts';

export interface PayPalOptions extends ClientOptions {
  /** Where the browser loads PayPal's script from, such as https://www.paypal.com/sdk/js. */
  readonly sdkUrl: string;
  /** The id PayPal gave the shop's webhook. */
  readonly webhookId: string;
}

/** Makes the port from plain options. */
export function makePayPal(options: PayPalOptions): Payments {
  const client = makeClient(options);
  const certificates = makeCertificates(options);
  const { webhookId } = options;
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
    showOrder: (id) => readPayPalOrder(client, id),
    capture: (id, { key }) => captureOrder(client, id, key),
    showCapture: (id) => showCapture(client, id),
    isDisputed: (id) => isDisputed(client, id),
    refund: (id, request) => refund(client, id, request),
    judgeWebhook: (headers, rawBody, { fetching }) =>
      judge({ headers, rawBody }, { webhookId, certificates, fetching }),
    async readyFor(headers) {
      await certificates.fetch(certUrlOf(headers));
    },
    readSettlement,
    verifyWebhook: (headers, rawBody) => verify(client, webhookId, { headers, rawBody }),
  };
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
