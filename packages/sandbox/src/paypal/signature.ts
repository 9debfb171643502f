/**
 * Webhook signatures ("Integrate webhooks", message verification): SHA256withRSA over
 * `transmission id|time|webhook id|CRC32 of the body`.
 */
import {
  createHash,
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
import { certify } from './certificate.ts';

export type TransmissionHeaders = Readonly<Record<string, string>>;

export interface WebhookSigner {
  /** The PAYPAL-* headers of one transmission of `body`; a forged one is signed by a stranger. */
  headersFor(body: string, options?: { readonly forged?: boolean }): TransmissionHeaders;
  /** Whether the posted fields fit the event text they were posted with. */
  holds(posted: PostedSignature, eventText: string): boolean;
  /** What is at an address of certificates: the leaf, then its authority; undefined where none is. */
  certificateAt(path: string): string | undefined;
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

/** Makes or finds the key when it is first needed: making one takes a moment. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Of all sandboxes of this process that keep nothing. */
const passingKey = lazy(makeKey);

/** The key outlives a restart, because a webhook may be verified long after it was sent. */
function keptKey(stateDir: string | undefined): KeyObject {
  if (stateDir === undefined) return passingKey();
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

export const certsPath = '/v1/notifications/certs/';

/** Any port and certificate of ours: the sandbox may have restarted since, which makes another one. */
function isOwnCert(address: unknown): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  const ours = url?.protocol === 'http:' && url.hostname === host;
  return ours && url.pathname.startsWith(`${certsPath}CERT-`);
}

interface SignerOptions {
  readonly webhookId: string;
  /** Where the certificates are: PayPal refuses signatures that name another place. */
  readonly base: () => string;
  readonly stateDir: string | undefined;
}

export function makeSigner({ webhookId, base, stateDir }: SignerOptions): WebhookSigner {
  const key = lazy(() => keptKey(stateDir));
  const certificate = lazy(() => {
    const { leaf, root } = certify(createPublicKey(key()), `messageverificationcerts.${host}`);
    const id = createHash('sha256').update(leaf).digest('hex').slice(0, 16);
    return { path: `${certsPath}CERT-${id}`, pem: leaf + root };
  });
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
        'paypal-cert-url': base() + certificate().path,
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
    certificateAt: (path) => (path === certificate().path ? certificate().pem : undefined),
  };
}
