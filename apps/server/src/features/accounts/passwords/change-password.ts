import { enqueue } from '../../../jobs/jobs.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { dropEmailChange } from '../email/email-change-queries.ts';
import { voidIdentityLinks } from '../google/identity-queries.ts';
import { passwordChangedJob } from '../jobs.ts';
import { countChange } from '../limits.ts';
import { emailsOf, lockMember, passwordHashOf, replacePasswordHash } from '../queries.ts';
import { proveByPassword, requireProven } from '../sessions/proof.ts';
import { endSessions, forgetPlaces } from '../sessions/session-queries.ts';
import { voidResetTokens } from '../token-queries.ts';
import { requireUnguessable } from './guessable.ts';
import { hashPassword, knownMember, normal } from './passwords.ts';
import type { RecoveryParts } from './recovery.ts';

export interface PasswordChange {
  readonly old: string;
  readonly password: string;
}

/**
 * Replaces the password, given the old one and, if there is one, the second factor; of parallel changes with
 * the same old password one succeeds. Ends all sessions and reset links. Refuses `account.wrong_password`,
 * `account.unproven`, `account.same_password`, `account.guessable_password`, and more than a few changes an
 * hour.
 */
export async function changePassword(
  parts: RecoveryParts,
  caller: Caller,
  { old, password }: PasswordChange,
): Promise<void> {
  const { memberId } = caller;
  const { db, config, sessions } = parts;
  const from = await passwordHashOf(db, memberId);
  await proveByPassword(parts, caller, old);
  await requireProven(db, caller);
  if (normal(old) === normal(password)) throw new Refusal('account.same_password');
  await requireUnguessable(password, await emailsOf(db, memberId));
  await countChange(parts, 'password', memberId);
  const to = await hashPassword(password, config.passwordCost, knownMember(memberId));
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    const changed = from !== undefined && (await replacePasswordHash(tx, memberId, { from, to }));
    if (!changed) throw new Refusal('account.wrong_password');
    await Promise.all([
      voidResetTokens(tx, memberId),
      dropEmailChange(tx, memberId),
      voidIdentityLinks(tx, memberId),
      endSessions(tx, memberId),
      forgetPlaces(tx, memberId),
      enqueue(tx, { job: passwordChangedJob, payload: { memberId, mailId: newId('mail') } }),
    ]);
  });
  sessions.forget(memberId);
}
