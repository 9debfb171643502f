/** The authenticator app of a member. */
import { text } from '@giftlane/texts/text.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { newTotp, stepOfCode } from '../../../platform/secrets/totp.ts';
import { findTotp, spendStep } from './factor-queries.ts';

const identity = (memberId: string) => `totp ${memberId}`;

/** A new secret: in Base32 and as a URI for the app, and encrypted for its member. */
export const newMemberTotp = (keys: KeyRing, memberId: string, label: string) =>
  newTotp(keys, identity(memberId), { issuer: text('shop.name'), label });

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
  const step = stepOfCode(keys.open(stored.secret, identity(memberId)), code, nowMs);
  return step !== undefined && spendStep(tx, memberId, step);
}
