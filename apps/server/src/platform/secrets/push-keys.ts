/** Configuration of push notifications: VAPID keys and push services. */
import { createECDH } from 'node:crypto';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';
const privateBytes = 32;

/** A new pair of keys, as browsers and push services want them: base64url, the public one uncompressed. */
export function newPushKeys(): PushKeys {
  const pair = createECDH(curve);
  const publicKey = pair.generateKeys('base64url');
  // Without its leading zeros it would be one byte short, once in 256 times.
  const padded = pair.getPrivateKey('hex').padStart(privateBytes * 2, '0');
  return { publicKey, privateKey: Buffer.from(padded, 'hex').toString('base64url') };
}

/** Whether the two belong together. */
export function isPushPair({ publicKey, privateKey }: PushKeys): boolean {
  const secret = Buffer.from(privateKey, 'base64url');
  if (secret.length !== privateBytes) return false;
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(secret);
  } catch {
    return false; // Zero, or beyond the curve's order.
  }
  return pair.getPublicKey('base64url') === publicKey.replace(/=+$/, '');
}

/** The push services of Chrome and Edge, Firefox, Edge on Windows, Safari. */
const browsers = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const isHost = (word: string) =>
  /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(word);
const isSandbox = (word: string) => /^http:\/\/127\.0\.0\.1:\d+$/.test(word);

/**
 * Reads `browsers,push.example.org,*.example.com`; undefined when it is not such a list. A stand-in on this
 * machine, such as `http://127.0.0.1:3015`, is taken where `standIns` are.
 */
export function readPushServices(list: string, standIns: boolean): readonly string[] | undefined {
  const words = list.split(',').map((word) => word.trim().toLowerCase());
  const known = words.every(
    (word) => word === 'browsers' || isHost(word) || (standIns && isSandbox(word)),
  );
  return known ? words.flatMap((word) => (word === 'browsers' ? browsers : [word])) : undefined;
}
