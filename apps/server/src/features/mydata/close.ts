/** Closing an account, and reopening it. Its data is erased later (`erase.ts`). */
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
import { closingObstacles } from './closing-obstacles.ts';
import { deleteClosing, insertClosing } from './closing-queries.ts';
import { dropCopies } from './copy-queries.ts';
import { closedJob } from './jobs.ts';

export interface CloseParts {
  readonly db: Db;
  readonly options: Options;
}

/** A request to close an account. */
export interface CloseRequest {
  readonly memberId: string;
  /** The member's id, or the user of the command line. */
  readonly actor: string;
  readonly reason?: string;
}

/**
 * Closes an account, once: no sign-in, no new operations, no incoming transfers; later refunds of its orders
 * still reach its wallet. Answers when its data will be erased. The member's row is locked exclusively, so that
 * operations under way end before the obstacles are checked, or start after. Refuses `session.required` for a
 * closed account, and `account.not_closable` with the obstacles. The caller has to call `sessions.forget`.
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
    const way = await closingObstacles(tx, memberId);
    if (way.length > 0) throw new Refusal('account.not_closable', {}, { aInTheWay: way });
    // Before the sessions, by which the browsers are found.
    await forgetBrowsersOf(tx, memberId);
    await closeMember(tx, memberId);
    await dropCopies(tx, memberId);
    // The newsletter of an unverified address may be somebody else's.
    if (member.emailVerifiedAt) await leaveByAddress(tx, emailKey(member.email));
    const eraseAt = await insertClosing(tx, { memberId, actor, reason, graceDays });
    await enqueue(tx, { job: closedJob, payload: { memberId, mailId: newId('mail') } });
    return eraseAt;
  });
}

/**
 * Reopens an account before its erasure begins, by the mailed token, or by the token that undoes an email
 * change: the person who changed it may have closed the account as well. Answers the member's id. Refuses
 * `account.token_expired`.
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
