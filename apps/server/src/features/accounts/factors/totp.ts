/**
 * TOTP codes of an authenticator app (RFC 6238, with what every app supports: SHA-1, six digits, thirty
 * seconds).
 */
import { text } from '@giftlane/texts/text.ts';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../../platform/db/db.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { findTotp, spendStep } from './factor-queries.ts';

const secretBytes = 20;
const period = 30;
/** Time steps accepted before and after the current one, for clock skew and typing. */
const tolerance = 1;

const identity = (memberId: string) => `totp ${memberId}`;

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: text('shop.name'), label, secret, digits: 6, period });

/** A new secret: in Base32 and as a URI for the app, and encrypted for its member. */
export function newTotp(keys: KeyRing, memberId: string, label: string) {
  const secret = new Secret({ size: secretBytes });
  return {
    sealed: keys.seal(secret.base32, identity(memberId)),
    secret: secret.base32,
    uri: totpOf(secret, label).toString(),
  };
}

/**
 * Spends a TOTP code of the member's app, confirmed or, for `begun`, not yet; false when it does not match, or
 * it or a later one was spent before. `nowMs` is the shop's time.
 */
export async function spendTotp(
  tx: Tx,
  keys: KeyRing,
  {
    memberId,
    code,
    begun,
    nowMs,
  }: { memberId: string; code: string; begun: boolean; nowMs: number },
): Promise<boolean> {
  const stored = await findTotp(tx, memberId);
  if (!stored || (stored.confirmedAt === null) !== begun) return false;
  const secret = Secret.fromBase32(keys.open(stored.secret, identity(memberId)));
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: tolerance });
  if (delta === null) return false;
  const step = BigInt(Math.floor(nowMs / 1_000 / period) + delta);
  return spendStep(tx, memberId, step);
}
