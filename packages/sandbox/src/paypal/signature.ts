/**
 * Webhook signatures ("Integrate webhooks", message verification): SHA256withRSA over
 * `transmission id|time|webhook id|CRC32 of the body`.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { host } from '../listen.ts';

export type TransmissionHeaders = Readonly<Record<string, string>>;

export interface Signer {
  /** The PAYPAL-* headers of one transmission of `body`; a forged one is signed by a stranger. */
  headersFor(body: string, options?: { readonly forged?: boolean }): TransmissionHeaders;
  /** Whether the posted fields fit the event text they were posted with. */
  holds(posted: PostedSignature, eventText: string): boolean;
  /** The public key at the certificate's address. */
  publicKey(): string;
}

/** The fields of POST /v1/notifications/verify-webhook-signature beside the event. */
export interface PostedSignature {
  readonly auth_algo?: unknown;
  readonly cert_url?: unknown;
  readonly transmission_id?: unknown;
  readonly transmission_sig?: unknown;
  readonly transmission_time?: unknown;
  readonly webhook_id?: unknown;
}

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The key outlives a restart, because a webhook may be verified long after it was sent. */
function keptKey(stateDir: string | undefined): KeyObject {
  if (stateDir === undefined) return makeKey();
  const path = join(stateDir, 'paypal-webhook-key.pem');
  try {
    return createPrivateKey(readFileSync(path));
  } catch {
    const key = makeKey();
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return key;
  }
}

/** Makes or finds the key when it is first needed: making one takes a moment. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Any port of ours: the sandbox may have restarted on another one since. */
function isOwnCert(address: unknown): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url?.protocol === 'http:' && url.hostname === host && url.pathname === certPath;
}

export const certPath = '/v1/notifications/certs/CERT-SANDBOX';

interface SignerOptions {
  readonly webhookId: string;
  /** Where the certificate is: PayPal refuses signatures that name another place. */
  readonly certUrl: () => string;
  readonly stateDir: string | undefined;
}

export function makeSigner({ webhookId, certUrl, stateDir }: SignerOptions): Signer {
  const key = lazy(() => keptKey(stateDir));
  const strangersKey = lazy(makeKey);
  const message = (id: string, time: string, body: string) =>
    Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  return {
    headersFor(body, { forged = false } = {}) {
      const id = randomUUID();
      const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
      const signer = forged ? strangersKey() : key();
      return {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-auth-version': 'v2',
        'paypal-cert-url': certUrl(),
        'paypal-transmission-id': id,
        'paypal-transmission-sig': sign('sha256', message(id, time, body), signer).toString(
          'base64',
        ),
        'paypal-transmission-time': time,
      };
    },
    holds(posted, eventText) {
      const { transmission_id: id, transmission_time: time, transmission_sig: sig } = posted;
      if (typeof id !== 'string' || typeof time !== 'string' || typeof sig !== 'string')
        return false;
      return (
        posted.auth_algo === 'SHA256withRSA' &&
        isOwnCert(posted.cert_url) &&
        posted.webhook_id === webhookId &&
        verify(
          'sha256',
          message(id, time, eventText),
          createPublicKey(key()),
          Buffer.from(sig, 'base64'),
        )
      );
    },
    publicKey: () => createPublicKey(key()).export({ type: 'spki', format: 'pem' }).toString(),
  };
}
