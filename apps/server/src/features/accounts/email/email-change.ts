/**
 * E-mail changes. Reading an account's mails is enough to set its password, so asking for a new address takes a
 * proven session, and the address takes effect once the link mailed there is opened in the session that asked,
 * or with the password: the link alone only shows who reads the mailbox, which may be a stranger's. The old
 * address is told both times, and can undo the change for a week.
 */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { brokenConstraint } from '../../../platform/db/errors.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { tokenHash } from '../../../platform/secrets/secrets.ts';
import { needActing, needMember } from '../acting.ts';
import { setLocked } from '../freeze/lock-queries.ts';
import { deleteUnprovenIdentities, voidIdentityLinks } from '../google/identity-queries.ts';
import {
  emailChangeAskedJob,
  emailChangeDoneJob,
  emailChangeUndoneJob,
  resetJob,
  verificationJob,
} from '../jobs.ts';
import { countChange, type LimitParts, mayMail } from '../limits.ts';
import { emailKey } from '../names-and-phones.ts';
import {
  findMember,
  lockMember,
  lockMemberWhole,
  type Member,
  showOwnerBySession,
} from '../queries.ts';
import { requireProven, unproven } from '../sessions/proof.ts';
import { endOtherSessions, endSessions, forgetPlaces } from '../sessions/session-queries.ts';
import { memberOfLink, verifyByToken, voidResetTokens } from '../token-queries.ts';
import {
  closeEmailChange,
  dropEmailChange,
  type EmailChange,
  findLinkedChange,
  insertEmailChange,
  respellEmail,
  restoreEmail,
  setEmail,
} from './email-change-queries.ts';

/** Whether an address differs from the member's current and pending one. */
const isNew = (member: Member, key: string) =>
  key !== emailKey(member.email) && key !== emailKey(member.pendingEmail ?? member.email);

export interface Asking {
  /** Whether the rate limit allows a mail to the new address; the reply does not tell. */
  readonly welcome: boolean;
}

/**
 * Checks whether a session may ask for an address, before anything is written: refuses `account.unproven`,
 * `account.locked`, and too many changes. Undefined when the address is not new.
 */
export async function permitEmail(
  parts: LimitParts & { readonly db: Db },
  caller: Caller,
  email: string,
): Promise<Asking | undefined> {
  const { memberId } = caller;
  const member = await findMember(parts.db, memberId);
  const key = emailKey(email);
  if (!member || !isNew(member, key)) return undefined;
  await needActing(parts.db, memberId);
  await requireProven(parts.db, caller);
  await countChange(parts, 'email', memberId);
  return { welcome: await mayMail(parts, 'new_address', key) };
}

/**
 * Stores the address that a locked member asks for; returns the one in effect until its link is opened, or
 * undefined when nothing changes. `asking` is the result of `permitEmail`.
 */
export async function wantEmail(
  tx: Tx,
  caller: Caller,
  { email, asking }: { email: string; asking: Asking | undefined },
): Promise<string | undefined> {
  const { memberId, sessionId } = caller;
  const member = await needMember(tx, memberId);
  const key = emailKey(email);
  if (key === emailKey(member.email)) {
    await Promise.all([dropEmailChange(tx, memberId), respellEmail(tx, memberId, email, key)]);
    return undefined;
  }
  if (!isNew(member, key)) return undefined;
  // A parallel request has changed the pending address, or a password change has ended the session and dropped
  // it: so `permitEmail` did not check this address.
  if (!asking) throw await unproven(tx, memberId);
  await needActing(tx, memberId);
  await requireProven(tx, caller);
  const id = newId('eml');
  await dropEmailChange(tx, memberId);
  await insertEmailChange(tx, {
    id,
    memberId,
    from: member.email,
    fromKey: emailKey(member.email),
    to: email,
    toKey: key,
    sessionId,
  });
  const payload = { changeId: id, mailId: newId('mail') };
  await enqueue(tx, { job: emailChangeAskedJob, payload });
  if (asking.welcome)
    await enqueue(tx, { job: verificationJob, payload: { memberId, mailId: newId('mail') } });
  return member.email;
}

/**
 * Opens a mailed link: verifies its address, and completes the change that asked for it; refuses
 * `account.email_unconfirmed` unless opened in the session that asked, or with the password. In a browser
 * signed in to the account it also shows that the account's holder reads its mails, since mail scanners have no
 * session. Returns the member whose sessions were ended, if any. Refuses `account.token_expired`.
 */
export async function openVerification(
  db: Db,
  hash: Buffer,
  by: Caller | 'password' | undefined,
): Promise<string | undefined> {
  const expired = new Refusal('account.token_expired');
  try {
    return await db.tx(async (tx) => {
      const memberId = await memberOfLink(tx, hash);
      if (memberId === undefined) throw expired;
      // Locks the member before the link, in the order of every other change of a member.
      await lockMember(tx, memberId);
      const change = await findLinkedChange(tx, hash, 'verify');
      if (change && by !== 'password' && by?.sessionId !== change.sessionId)
        throw new Refusal('account.email_unconfirmed');
      if (by === 'password' && !change) throw expired;
      if (change) await letCount(tx, change);
      if (!(await verifyByToken(tx, hash))) throw expired;
      if (by !== 'password' && by?.memberId === memberId) await showOwnerBySession(tx, by);
      return change?.memberId;
    });
  } catch (error) {
    // Another account has the address, or can take it back.
    if (brokenConstraint(error) === 'members_email_once') throw expired;
    throw error;
  }
}

async function letCount(tx: Tx, { id, memberId, to, sessionId }: EmailChange): Promise<void> {
  await closeEmailChange(tx, id);
  await setEmail(tx, memberId, to, emailKey(to));
  await Promise.all([
    voidResetTokens(tx, memberId),
    voidIdentityLinks(tx, memberId),
    endOtherSessions(tx, memberId, sessionId),
    enqueue(tx, { job: emailChangeDoneJob, payload: { changeId: id, mailId: newId('mail') } }),
  ]);
}

/**
 * Undoes a change, once, by the token mailed to the former address: ends all sessions, the password, mailed
 * links, and Google accounts and factors added since, freezes the account, and mails a link to set a password.
 * Returns the member, whose account is open again. Refuses `account.token_expired`. Call `sessions.forget`
 * afterwards.
 */
export async function undoEmail(tx: Tx, token: string): Promise<string> {
  const hash = tokenHash(token);
  const found = await findLinkedChange(tx, hash, 'undo');
  if (found) await lockMemberWhole(tx, found.memberId);
  // A parallel request may have been faster.
  const change = found && (await findLinkedChange(tx, hash, 'undo'));
  if (!change) throw new Refusal('account.token_expired');
  const { id, memberId } = change;
  await restoreEmail(tx, change);
  const payload = { changeId: id, mailId: newId('mail') };
  await Promise.all([
    deleteUnprovenIdentities(tx, memberId),
    dropEmailChange(tx, memberId),
    voidResetTokens(tx, memberId),
    voidIdentityLinks(tx, memberId),
    endSessions(tx, memberId),
    setLocked(tx, memberId),
    forgetPlaces(tx, memberId),
    enqueue(tx, { job: emailChangeUndoneJob, payload }),
    enqueue(tx, { job: resetJob, payload: { memberId, mailId: newId('mail') } }),
  ]);
  return memberId;
}
