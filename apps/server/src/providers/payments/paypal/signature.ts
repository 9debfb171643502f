/** The body of PayPal's "verify webhook signature" call. */
import type { WebhookHeaders } from '../port.ts';

const fields = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

const maxHeader = 2_000;

/** The event's text, if its bytes are UTF-8 and one JSON object. */
function eventText(rawBody: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null && !Array.isArray(event) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The request's text; undefined when the webhook can not be PayPal's. The event is put in exactly as
 * it came: the signature covers its bytes, so that parsed and written anew it would not verify. It
 * has been parsed once, so that it can not break out of its place.
 */
export function signatureRequest(
  webhookId: string,
  headers: WebhookHeaders,
  rawBody: Buffer,
): string | undefined {
  const text = eventText(rawBody);
  if (text === undefined) return undefined;
  const members = [`"webhook_id":${JSON.stringify(webhookId)}`];
  for (const [field, header] of Object.entries(fields)) {
    const value = headers[header];
    if (typeof value !== 'string' || value === '' || value.length > maxHeader) return undefined;
    members.push(`"${field}":${JSON.stringify(value)}`);
  }
  return `{${members.join(',')},"webhook_event":${text}}`;
}
