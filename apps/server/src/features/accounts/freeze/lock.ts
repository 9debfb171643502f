/** The owner's freeze: nothing leaves the account, even by a session or the password. */
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

/** Notifies a member by mail of a change to the account's security. */
export async function tellOwner(tx: Tx, memberId: string, notice: SecurityNotice): Promise<void> {
  await enqueue(tx, {
    job: securityNoticeJob,
    payload: { memberId, mailId: newId('mail'), notice },
  });
}

/**
 * Freezes the account against anything leaving it; cancels a pending end of the freeze and a pending e-mail
 * change. Safe to repeat.
 */
export async function lockAccount({ db }: ProofParts, { memberId }: Caller): Promise<void> {
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    await dropEmailChange(tx, memberId);
    if (await setLocked(tx, memberId)) await tellOwner(tx, memberId, 'locked');
  });
}

/**
 * Ends the freeze: at once in a session proven by a factor, else after a day, with a notice to the owner; both
 * take the password, if there is one. Refuses `account.wrong_password`, and `account.unproven` when there is no
 * password and the session is not proven.
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
