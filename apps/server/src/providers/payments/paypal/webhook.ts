/** A webhook's own signature ("Integrate webhooks", message verification), checked without asking anybody. */
import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { days, hours } from '../../../platform/process/durations.ts';
import type { WebhookHeaders, WebhookSignature } from '../port.ts';
import type { CertificateLookup, Certificates } from './certificates.ts';

const names = {
  algorithm: 'paypal-auth-algo',
  certUrl: 'paypal-cert-url',
  id: 'paypal-transmission-id',
  signature: 'paypal-transmission-sig',
  time: 'paypal-transmission-time',
} as const;

/**
 * PayPal retries for three days. Later ones are replays, refused because the shop has deleted its record of the event by then.
 */
const mostAgeMs = days(7);
/** Clocks differ. */
const mostAheadMs = hours(1);

function isRecent(time: string): boolean {
  const age = Date.now() - Date.parse(time);
  return age < mostAgeMs && age > -mostAheadMs;
}

const read = (headers: WebhookHeaders, name: keyof typeof names) => {
  const value = headers[names[name]];
  return typeof value === 'string' ? value : '';
};

/** Where a webhook says its certificate is. */
export const certUrlOf = (headers: WebhookHeaders) => read(headers, 'certUrl');

export interface Webhook {
  readonly headers: WebhookHeaders;
  readonly rawBody: Buffer;
}

interface Signature {
  readonly bytes: Buffer;
  readonly message: Buffer;
}

/** What is to be checked; undefined where that can not be a signature of this kind. */
function signatureOf({ headers, rawBody }: Webhook, webhookId: string): Signature | undefined {
  const bytes = Buffer.from(read(headers, 'signature'), 'base64');
  const time = read(headers, 'time');
  const known = read(headers, 'algorithm').toUpperCase() === 'SHA256WITHRSA';
  // RSA keys of 2,048 to 4,096 bits.
  if (!known || bytes.length < 256 || bytes.length > 512 || !isRecent(time)) return undefined;
  const told = `${read(headers, 'id')}|${time}|${webhookId}|${crc32(rawBody)}`;
  return { bytes, message: Buffer.from(told) };
}

interface Judge {
  readonly webhookId: string;
  readonly certificates: Certificates;
  /** Asks the provider for a certificate that is not at hand. */
  readonly fetching: boolean;
}

/** Judges a webhook; see the port. */
export async function judge(webhook: Webhook, by: Judge): Promise<WebhookSignature> {
  const { certificates, fetching } = by;
  const signature = signatureOf(webhook, by.webhookId);
  const url = certUrlOf(webhook.headers);
  if (!signature) return decided(signature, 'none', certificates);
  const found = fetching ? await certificates.fetch(url) : certificates.held(url);
  return decided(signature, found, certificates);
}

function decided(
  signature: Signature | undefined,
  found: CertificateLookup,
  certificates: Certificates,
): WebhookSignature {
  if (found === undefined) return 'unknown';
  // A stand-in may sign in a way of its own, or not at all; whoever signs as PayPal does, always does.
  if (found === 'none' || !signature) return certificates.signs ? 'forged' : 'unproven';
  const { certificate, trusted } = found;
  if (!verify('sha256', signature.message, certificate.publicKey, signature.bytes)) return 'forged';
  return trusted ? 'genuine' : 'unproven';
}
