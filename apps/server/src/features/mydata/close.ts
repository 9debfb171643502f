/** Closing an account, and undoing it. What it owned is erased later (`erase.ts`). */
import { enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import {
  closeMember,
  emailKey,
  findMember,
  lockMemberWhole,
  reopenMember,
  type undoEmail,
} from '../accounts/accounts.ts';
import { tellOwed } from '../coins/coins.ts';
import type { Options } from '../content/content.ts';
import { leaveByAddress } from '../newsletter/newsletter.ts';
import { forgetBrowsersOf } from '../push/push.ts';
import { deleteClosing, insertClosing } from './closing-queries.ts';
import { dropCopies } from './copy-queries.ts';
import { inTheWay } from './in-the-way.ts';
import { closedJob } from './jobs.ts';

export interface CloseParts {
  readonly db: Db;
  readonly options: Options;
}

/** Who closes whose account. */
export interface CloseRequest {
  readonly memberId: string;
  /** The member's id, or who uses the command line. */
  readonly actor: string;
  readonly reason?: string;
}

/**
 * Closes an account, once: nobody signs in any more, nothing begins for it, and it is sent no money; what an order
 * gives back later still comes into its wallet. Answers when its data will be erased. The member's row is held whole, so whatever is under way for them is over before it
 * is asked what stands in the way, or comes after. Refuses `account.not_closable` with what does. Have
 * `sessions.forget` follow.
 */
export async function closeAccount(
  { db, options }: CloseParts,
  { memberId, actor, reason = '' }: CloseRequest,
): Promise<Date> {
  const graceDays = await options.whole('close_grace_days');
  return db.tx(async (tx) => {
    await lockMemberWhole(tx, memberId);
    const member = await findMember(tx, memberId);
    if (!member || member.closedAt) throw new Refusal('session.required');
    const way = await inTheWay(tx, memberId);
    if (way.length > 0) throw new Refusal('account.not_closable', {}, { aInTheWay: way });
    // Before the sessions, by which they are found.
    await forgetBrowsersOf(tx, memberId);
    await closeMember(tx, memberId);
    await dropCopies(tx, memberId);
    // Of an address that is not verified it may be somebody else's newsletter.
    if (member.emailVerifiedAt) await leaveByAddress(tx, emailKey(member.email));
    const eraseAt = await insertClosing(tx, { memberId, actor, reason, graceDays });
    await enqueue(tx, { job: closedJob, payload: { memberId, mailId: newId('mail') } });
    return eraseAt;
  });
}

/**
 * Undoes that until the data begins to go, by the token that was mailed, or by one that undoes a change of the email:
 * whoever changed it may have closed the account as well. Answers whose it is. Refuses `account.token_expired`.
 */
export function reopenAccount(
  db: Db,
  token: string,
  by: typeof reopenMember | typeof undoEmail = reopenMember,
): Promise<string> {
  return db.tx(async (tx) => {
    const memberId = await by(tx, token);
    await deleteClosing(tx, memberId);
    await tellOwed(tx, memberId);
    return memberId;
  });
}
