/**
 * The accounts' face: who a member is, their sessions, and what other features may do to an account.
 * Members are found by id; e-mail addresses never decide who somebody is.
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
import { hashPassword, operator, type PasswordCost } from './passwords/passwords.ts';
import { clearFrozen, findMember, insertMember, lockMember, setFrozen, setPro } from './queries.ts';
import { emailKey, requireMobile } from './rules.ts';
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
export { accountInvariants } from './invariants.ts';
export { mailWithin } from './limits.ts';
export { lockKycStatus, setKycStatus } from './profile/kyc-queries.ts';
export { maskedEmail, plainName } from './profile/people.ts';
export { holdMembers } from './profile/people-queries.ts';
export { holdSession } from './profile/profile.ts';
export { showUser, type UserParts } from './profile/show-user.ts';
export {
  findMember,
  findMembers,
  lockMemberWhole,
  type Member,
  markVerified,
  memberIdOf,
  requireSpenders,
  showOwner,
  spenderRule,
} from './queries.ts';
export { emailKey } from './rules.ts';
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

/** What somebody tells us to become a member. */
export interface NewMember {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Both names when absent. */
  readonly fullName?: string | undefined;
  readonly mobile?: string | undefined;
  readonly dialCode?: string | undefined;
  readonly country: { readonly code: string; readonly name: string };
  readonly currency: Currency;
}

/**
 * Opens an account with a hashed password and its accounts in the ledger; answers the new member's id,
 * or undefined when the e-mail has an account already. Sends nothing.
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

/** Opens an account at once, for the seed and the command line; like `addMember` otherwise. */
export async function registerMember(
  db: Db,
  { password, ...member }: NewMember & { readonly password: string },
  cost: PasswordCost,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password, cost, operator);
  return db.tx((tx) => addMember(tx, member, passwordHash));
}

/**
 * Freezes what leaves a member's account, with the reason for operators; each further reason is added. Another
 * address that was asked for is asked for no more.
 */
export async function freeze(tx: Tx, memberId: string, reason: string): Promise<void> {
  await Promise.all([setFrozen(tx, memberId, reason), dropEmailChange(tx, memberId)]);
}

/** Lets a frozen member act again; false when they were not frozen. */
export function unfreeze(tx: Tx, memberId: string): Promise<boolean> {
  return clearFrozen(tx, memberId);
}

/** Whether a member has signed in from a network within the last months. */
export async function hasSignedInFrom(
  db: Queryable,
  memberId: string,
  network: string,
): Promise<boolean> {
  const member = await findMember(db, memberId);
  return member ? isPlaceOf(db, memberId, placeOf(emailKey(member.email), network)) : false;
}

/**
 * Ends every session of a member, or one of them; an address that was asked for there is asked for no more. Answers
 * how many have ended. Processes know within a second.
 */
export async function putOut(tx: Tx, memberId: string, sessionId?: string): Promise<number> {
  await lockMember(tx, memberId);
  await dropChangeAskedIn(tx, memberId, { ended: sessionId });
  return endSessions(tx, memberId, sessionId);
}

/**
 * Takes every second factor of who has lost them, ends every session and tells the member; false when there was
 * none. Mailed links, which opened nothing without a factor, end as well, and so does another address that was
 * asked for.
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

/** Makes a member a pro member; safe to repeat. */
export async function raiseMembership(tx: Tx, memberId: string): Promise<void> {
  await setPro(tx, memberId);
}
