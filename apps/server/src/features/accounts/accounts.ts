/**
 * The public interface of accounts: members, their sessions, and what other features may do to an account.
 * Members are identified by id, never by e-mail address.
 */

import { fullNameOf } from '@giftlane/contract/members/names.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { openAccounts } from '../../ledger/ledger.ts';
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { dropChangeAskedIn, dropEmailChange } from './email/email-change-queries.ts';
import { deleteFactors } from './factors/factor-queries.ts';
import { tellOwner } from './freeze/lock.ts';
import { voidIdentityLinks } from './google/identity-queries.ts';
import { emailKey, requireMobile } from './names-and-phones.ts';
import { hashPassword, operatorTurn, type PasswordCost } from './passwords/passwords.ts';
import { clearFrozen, findMember, insertMember, lockMember, setFrozen, setPro } from './queries.ts';
import { placeOf } from './sessions/arrival.ts';
import { endSessions, isPlaceOf } from './sessions/session-queries.ts';
import { voidResetTokens } from './token-queries.ts';

export {
  isActive,
  needActing,
  needActive,
  needMember,
  requireActing,
  requireActive,
  requireVerified,
} from './acting.ts';
export { closeMember, reopenMember, reopenToken } from './close.ts';
export { undoEmail } from './email/email-change.ts';
export { methodsOf, shopNow } from './factors/factor-queries.ts';
export { accountInvariants } from './invariants.ts';
export { mailWithin } from './limits.ts';
export { emailKey } from './names-and-phones.ts';
export { requireUnguessable } from './passwords/guessable.ts';
export { decoyHash, hashPassword, operatorTurn, verifyPassword } from './passwords/passwords.ts';
export { lockKycStatus, setKycStatus } from './profile/kyc-queries.ts';
export { maskedEmail, plainName } from './profile/people.ts';
export { holdMembers } from './profile/people-queries.ts';
export { holdSession } from './profile/profile.ts';
export { showUser, type UserParts } from './profile/show-user.ts';
export { listMembers, searchMembers } from './profile/staff-queries.ts';
export {
  findMember,
  findMembers,
  lockMemberWhole,
  type Member,
  markVerified,
  memberIdOf,
  requireSpenders,
  showOwner,
  signUpsByDay,
  spenderRule,
} from './queries.ts';
export { challenge, checkPassword } from './sessions/challenge.ts';
export {
  type ProofParts,
  proveByPassword,
  requireProof,
  requireProven,
  unproven,
  unprovenAtField,
} from './sessions/proof.ts';
export { isProven, provenAmong } from './sessions/proof-queries.ts';
export { sessionsOf } from './sessions/session-queries.ts';
export { makeSessions, type Sessions } from './sessions/sessions.ts';
export { pageOfSignIns } from './sessions/sign-in-queries.ts';
export { visitOf } from './sessions/visit.ts';

/** The data of a new member. */
export interface NewMember {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name when absent. */
  readonly fullName?: string | undefined;
  readonly mobile?: string | undefined;
  readonly dialCode?: string | undefined;
  readonly country: { readonly code: string; readonly name: string };
  readonly currency: Currency;
}

/**
 * Creates a member with a password hash, and their ledger accounts; returns the id, or undefined when the
 * e-mail has an account or its former owner can take it back. Sends no mail.
 */
export async function addMember(
  tx: Tx,
  member: NewMember,
  passwordHash: string,
): Promise<string | undefined> {
  const id = newId('mem');
  const email = member.email.trim();
  const [firstName, lastName] = [member.firstName.trim(), member.lastName.trim()];
  const { country } = member;
  const added = await insertMember(tx, {
    id,
    email,
    emailKey: emailKey(email),
    firstName,
    lastName,
    fullName: member.fullName?.trim() || fullNameOf(firstName, lastName),
    ...requireMobile(member.mobile ?? '', member.dialCode ?? '', country.code),
    countryCode: country.code,
    countryName: country.name.trim(),
    currency: member.currency,
    passwordHash,
  });
  if (!added) return undefined;
  await openAccounts(tx, id, member.currency);
  return id;
}

/** Like `addMember`, with a plain password and a transaction of its own, for the seed and the command line. */
export async function registerMember(
  db: Db,
  { password, ...member }: NewMember & { readonly password: string },
  cost: PasswordCost,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password, cost, operatorTurn);
  return db.tx((tx) => addMember(tx, member, passwordHash));
}

/**
 * Freezes a member's account against anything leaving it, with a reason for operators; further reasons are
 * appended. Cancels a pending e-mail change.
 */
export async function freeze(tx: Tx, memberId: string, reason: string): Promise<void> {
  await Promise.all([setFrozen(tx, memberId, reason), dropEmailChange(tx, memberId)]);
}

/** Ends the house's freeze of a member; false when they were not frozen. */
export function unfreeze(tx: Tx, memberId: string): Promise<boolean> {
  return clearFrozen(tx, memberId);
}

/** Whether a member has signed in from a network within about 90 days. */
export async function hasSignedInFrom(
  db: Queryable,
  memberId: string,
  network: string,
): Promise<boolean> {
  const member = await findMember(db, memberId);
  return member ? isPlaceOf(db, memberId, placeOf(emailKey(member.email), network)) : false;
}

/**
 * Ends all sessions of a member, or one of them, and drops an e-mail change asked for in them. Returns the
 * number of sessions ended. Processes notice within a second.
 */
export async function putOut(tx: Tx, memberId: string, sessionId?: string): Promise<number> {
  await lockMember(tx, memberId);
  await dropChangeAskedIn(tx, memberId, { ended: sessionId });
  return endSessions(tx, memberId, sessionId);
}

/**
 * Removes all second factors of a member who has lost them, ends all sessions and notifies the member; false
 * when there were none. Also voids mailed links, which without a factor would open the account, and a pending
 * e-mail change.
 */
export async function resetFactors(tx: Tx, memberId: string): Promise<boolean> {
  await lockMember(tx, memberId);
  if (!(await deleteFactors(tx, memberId))) return false;
  await Promise.all([
    voidResetTokens(tx, memberId),
    voidIdentityLinks(tx, memberId),
    dropEmailChange(tx, memberId),
    endSessions(tx, memberId),
    tellOwner(tx, memberId, 'factors_reset'),
  ]);
  return true;
}

/** Mails a member that staff was shown one of their codes. */
export const tellCodeShown = (tx: Tx, memberId: string): Promise<void> =>
  tellOwner(tx, memberId, 'code_shown');

/** Makes a member a pro member; safe to repeat. */
export async function raiseMembership(tx: Tx, memberId: string): Promise<void> {
  await setPro(tx, memberId);
}
