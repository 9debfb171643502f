import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

/** A fresh opaque token: 256 bits, URL safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Thirty-two unambiguous digits and letters. */
const readable = '0123456789abcdefghjkmnpqrstvwxyz';

/** A fresh code that a person can read out and type: sixteen characters, 80 bits. */
export function newReadableCode(): string {
  return Array.from(randomBytes(16), (byte) => readable.charAt(byte & 31)).join('');
}

/** SHA-256 of a text, for hashes of inputs. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The stored hash of a token. Tokens are random, so a plain hash suffices. */
export function tokenHash(token: string): Buffer {
  return sha256(token);
}

/**
 * Encrypts and recognises secrets with a ring of keys: the first key encrypts, all decrypt. Sealed
 * bytes are `key number (1) | nonce (12) | ciphertext | tag (16)`, AES-256-GCM, with the row's identity
 * as associated data, so that a ciphertext moved to another row does not open.
 */
export interface KeyRing {
  seal(plain: string | Uint8Array, identity: string): Buffer;
  /** Throws when the key is missing or the bytes were moved or changed. */
  open(sealed: Buffer, identity: string): string;
  /** The same for bytes, such as a picture. */
  openBytes(sealed: Buffer, identity: string): Buffer;
  /** The number of the key that encrypts. */
  readonly newest: number;
  /** A keyed fingerprint, equal for equal secrets; the same under every rotation. */
  fingerprint(secret: string): Buffer;
  /** An Ed25519 signature, the same under every rotation. */
  sign(text: string): Buffer;
  /** The public key of those signatures, in PEM. */
  readonly publicKey: string;
  /** By what each key is recognised, by its number. */
  readonly digests: readonly { readonly number: number; readonly digest: Buffer }[];
  /** The key of fingerprints and signatures: `given` apart from the ring, else derived from its lowest number. */
  readonly fingerprints: {
    readonly given: boolean;
    readonly digest: Buffer;
    /** Of what the lowest key of the ring derives, whether that is used or not. */
    readonly derivedDigest: Buffer;
    /** In base64, to be given. */
    readonly text: () => string;
  };
}

/** By what a key is recognised, and can not be found. */
export const digestOfKey = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'giftlane key check', 32));

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(seed: Buffer) {
  const key = Buffer.concat([ed25519Prefix, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

const nonceBytes = 12;
const tagBytes = 16;

/** The keys of fingerprints and of signatures, 32 bytes each. */
const derivedPair = (key: Buffer) =>
  Buffer.concat(
    ['giftlane fingerprint', 'giftlane signature'].map((use) =>
      Buffer.from(hkdfSync('sha256', key, '', use, 32)),
    ),
  );

/**
 * Reads `2:base64,1:base64` (number and 32 bytes each, newest first). Fingerprints and signatures use `fingerprintKey`
 * (64 bytes in base64), else what is derived from the key with the lowest number, which then has to stay in the ring.
 */
export function keyRing(text: string, fingerprintKey?: string): KeyRing {
  const keys = text.split(',').map((part) => {
    const match = /^\s*(\d{1,3}):([A-Za-z0-9+/_=-]+)\s*$/.exec(part);
    const number = Number(match?.[1]);
    const key = Buffer.from(match?.[2] ?? '', 'base64');
    if (!match || number > 255 || key.length !== 32)
      throw new Error('want comma separated NUMBER:KEY, each key 32 bytes in base64, newest first');
    return { number, key };
  });
  const byNumber = new Map(keys.map(({ number, key }) => [number, key]));
  const [newest] = keys;
  const oldest = keys.reduce((a, b) => (b.number < a.number ? b : a));
  if (!newest) throw new Error('no key');
  if (byNumber.size !== keys.length) throw new Error('two keys have the same number');
  const pair = fingerprintKey ? Buffer.from(fingerprintKey, 'base64') : derivedPair(oldest.key);
  if (pair.length !== 64) throw new Error('FINGERPRINT_KEY is 64 bytes in base64');
  const macKey = pair.subarray(0, 32);
  const privateKey = signingKey(pair.subarray(32));
  const openBytes = (sealed: Buffer, identity: string): Buffer => {
    const key = byNumber.get(sealed[0] ?? -1);
    if (!key) throw new Error(`key ${sealed[0]} is not in the ring`);
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAAD(Buffer.from(identity));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const body = sealed.subarray(1 + nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  };
  return {
    newest: newest.number,
    digests: keys.map(({ number, key }) => ({ number, digest: digestOfKey(key) })),
    fingerprints: {
      given: fingerprintKey !== undefined,
      derivedDigest: digestOfKey(derivedPair(oldest.key)),
      digest: digestOfKey(pair),
      text: () => pair.toString('base64'),
    },
    seal(plain, identity) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce);
      cipher.setAAD(Buffer.from(identity));
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.of(newest.number), nonce, body, cipher.getAuthTag()]);
    },
    open: (sealed, identity) => openBytes(sealed, identity).toString('utf8'),
    openBytes,
    fingerprint(secret) {
      return createHmac('sha256', macKey).update(secret).digest();
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey),
    publicKey: createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString(),
  };
}
