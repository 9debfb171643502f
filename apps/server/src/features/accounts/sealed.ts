/**
 * Nonces of the shop, for a passkey or an issuer to sign and return. They carry an HMAC of the shop and are
 * stored only once spent, so that issuing one costs nothing.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../platform/secrets/secrets.ts';

const randomPart = 24;

const sealOf = (keys: KeyRing, about: string, body: Buffer) =>
  keys.fingerprint(`${about} ${body.toString('base64url')}`);

/** A new nonce: its time, a random number, and their HMAC. `about` is the purpose it can be spent on. */
export function newSealed(keys: KeyRing, about: string): Buffer<ArrayBuffer> {
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(BigInt(Date.now()));
  const body = Buffer.concat([at, randomBytes(randomPart)]);
  return Buffer.concat([body, sealOf(keys, about, body)]);
}

/** Whether a nonce, in base64url, is the shop's own, for this purpose, and younger than `lifeMs`. */
export function isSealed(
  keys: KeyRing,
  { about, lifeMs }: { about: string; lifeMs: number },
  sealed: string,
): boolean {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== 8 + randomPart + 32) return false;
  const body = bytes.subarray(0, 8 + randomPart);
  if (!timingSafeEqual(bytes.subarray(8 + randomPart), sealOf(keys, about, body))) return false;
  const ageMs = Date.now() - Number(body.readBigUInt64BE());
  return ageMs >= 0 && ageMs < lifeMs;
}
