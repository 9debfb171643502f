/**
 * Numbers that somebody else has to sign and give back: sealed by the shop and stored only once they were spent, so
 * that asking for one costs nothing.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../platform/secrets/secrets.ts';

const randomPart = 24;

const sealOf = (keys: KeyRing, about: string, body: Buffer) =>
  keys.fingerprint(`${about} ${body.toString('base64url')}`);

/** A new one: when it was made, a random number, and their seal. `about` is what it may be spent on. */
export function newSealed(keys: KeyRing, about: string): Buffer<ArrayBuffer> {
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(BigInt(Date.now()));
  const body = Buffer.concat([at, randomBytes(randomPart)]);
  return Buffer.concat([body, sealOf(keys, about, body)]);
}

/** Whether one, as base64url, is the shop's own, for this, and no older than `lifeMs`. */
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
