/**
 * Who may use an account. `active`: open and not frozen by the house, enough for incoming money. `acting`: also
 * not frozen by its owner, for whatever leaves the account. `requireSpenders` enforces the same in SQL.
 */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Options } from '../content/content.ts';
import { findMember, type Member } from './queries.ts';

function requireKnown(member: Member | undefined): Member {
  if (!member) throw new Refusal('session.required');
  return member;
}

/** Returns the member; refuses `session.required` for none or a closed account, and `account.frozen`. */
export function requireActive(member: Member | undefined): Member {
  const known = requireKnown(member);
  if (known.closedAt) throw new Refusal('session.required');
  if (known.frozenAt) throw new Refusal('account.frozen');
  return known;
}

/** Refuses as `requireActive` does, and `account.locked` while the owner has frozen the account. */
export function requireActing(member: Member | undefined): Member {
  const active = requireActive(member);
  if (active.locked) throw new Refusal('account.locked');
  return active;
}

/** Refuses with `code` if the member's e-mail is not verified and the option `verified_email_needed` is on. */
export async function requireVerified(
  options: Options,
  { emailVerifiedAt }: Member,
  code: ErrorCode,
): Promise<void> {
  if (!emailVerifiedAt && (await options.whole('verified_email_needed')) > 0)
    throw new Refusal(code);
}

/** Whether `requireActive` passes. */
export const isActive = (member: Member | undefined): member is Member =>
  member !== undefined && !member.closedAt && !member.frozenAt;

/** The member with an id; refuses `session.required` when it does not exist. */
export const needMember = async (db: Queryable, memberId: string): Promise<Member> =>
  requireKnown(await findMember(db, memberId));

/** The member with an id; refuses as `requireActive` does. */
export const needActive = async (db: Queryable, memberId: string): Promise<Member> =>
  requireActive(await findMember(db, memberId));

/** The member with an id; refuses as `requireActing` does. */
export const needActing = async (db: Queryable, memberId: string): Promise<Member> =>
  requireActing(await findMember(db, memberId));
