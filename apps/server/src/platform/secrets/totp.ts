/**
 * TOTP codes of an authenticator app (RFC 6238, with what every app supports: SHA-1, six digits, thirty
 * seconds).
 */
import { Secret, TOTP } from 'otpauth';
import type { KeyRing } from './secrets.ts';

const secretBytes = 20;
const period = 30;
/** Time steps accepted before and after the current one, for clock skew and typing. */
const tolerance = 1;

const totpOf = (secret: Secret, { issuer = '', label = '' } = {}) =>
  new TOTP({ issuer, label, secret, digits: 6, period });

/** The secret in Base32, and as a URI that an app named `issuer` shows by `label`. */
const shown = (secret: Secret, name: { issuer: string; label: string }) => ({
  secret: secret.base32,
  uri: totpOf(secret, name).toString(),
});

/** A new secret, shown and encrypted for the row `identity`. */
export function newTotp(
  keys: KeyRing,
  identity: string,
  name: { issuer: string; label: string },
): { secret: string; uri: string; sealed: Buffer } {
  const secret = new Secret({ size: secretBytes });
  return { ...shown(secret, name), sealed: keys.seal(secret.base32, identity) };
}

/** A stored secret, to be shown again. */
export const openTotp = (
  keys: KeyRing,
  sealed: Buffer,
  identity: string,
  name: { issuer: string; label: string },
): { secret: string; uri: string } => shown(Secret.fromBase32(keys.open(sealed, identity)), name);

/** The time step whose code this is, at `nowMs`; undefined when it is none. A step may be spent once. */
export function stepOfCode(secret: string, code: string, nowMs: number): bigint | undefined {
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: nowMs, window: tolerance });
  return delta === null ? undefined : BigInt(Math.floor(nowMs / 1_000 / period) + delta);
}

/** A secret made of these bytes, in Base32. */
export const toBase32 = (bytes: Buffer): string =>
  new Secret({ buffer: Uint8Array.from(bytes.subarray(0, secretBytes)).buffer }).base32;

/** The code of the next time step, accepted already at `nowMs` and for a minute after. */
export const nextCode = (secret: string, nowMs: number): string =>
  totpOf(Secret.fromBase32(secret)).generate({ timestamp: nowMs + tolerance * period * 1_000 });
