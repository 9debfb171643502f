/** The owner's own freeze: nothing leaves the account, whoever holds a session or the password. */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { notifyOrders } from '../../push/push.ts';
import { dropEmailChange } from '../email/email-change-queries.ts';
import { securityNoticeJob } from '../jobs.ts';
import type { SecurityNotice } from '../letters.ts';
import { lockMember, passwordHashOf } from '../queries.ts';
import { challenge } from '../sessions/challenge.ts';
import { type ProofParts, unproven } from '../sessions/proof.ts';
import { isProven } from '../sessions/proof-queries.ts';
import { askUnlock, setLocked, unlock } from './lock-queries.ts';

/** Tells a member by mail what happened to what guards their account. */
export async function tellOwner(tx: Tx, memberId: string, notice: SecurityNotice): Promise<void> {
  await enqueue(tx, {
    job: securityNoticeJob,
    payload: { memberId, mailId: newId('mail'), notice },
  });
}

/**
 * Freezes what leaves the account, from now on; an end that was asked for is asked for no more, nor is another
 * address. Safe to repeat.
 */
export async function lockAccount({ db }: ProofParts, { memberId }: Caller): Promise<void> {
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    await dropEmailChange(tx, memberId);
    if (await setLocked(tx, memberId)) await tellOwner(tx, memberId, 'locked');
  });
}

/**
 * Ends that: at once in a session that was proven by a factor, else a day later, in which the owner is told; both
 * with the password, where there is one. Refuses `account.wrong_password`, and `account.unproven` where there is
 * none and the session is too old.
 */
export async function unlockAccount(
  parts: ProofParts,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  const { db } = parts;
  const { memberId, sessionId } = caller;
  if ((await passwordHashOf(db, memberId)) !== undefined)
    await challenge(parts, caller, password ?? '');
  else if (!(await isProven(db, sessionId))) throw await unproven(db, memberId);
  await db.tx(async (tx) => {
    if (await unlock(tx, { memberId, sessionId })) return tellOwner(tx, memberId, 'unlocked');
    if (!(await askUnlock(tx, memberId))) return;
    await tellOwner(tx, memberId, 'unlocking');
    const id = newId('unl');
    await notifyOrders(tx, [{ memberId, id, clientId: '' }], 'unlocking');
  });
}
