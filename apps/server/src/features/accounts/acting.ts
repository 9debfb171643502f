/**
 * Who may use an account, in one place: `active` is open and not frozen by the house, which is enough for money that
 * comes in; `acting` is not frozen by its owner either, for all that leaves it. `requireSpenders` says it to the database.
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

/** Answers the member; refuses `session.required` for none and for a closed account, and `account.frozen`. */
export function requireActive(member: Member | undefined): Member {
  const known = requireKnown(member);
  if (known.closedAt) throw new Refusal('session.required');
  if (known.frozenAt) throw new Refusal('account.frozen');
  return known;
}

/** Refuses what `requireActive` does, and `account.locked` while the owner has frozen the account. */
export function requireActing(member: Member | undefined): Member {
  const active = requireActive(member);
  if (active.locked) throw new Refusal('account.locked');
  return active;
}

/** Refuses with `code` a member whose address nobody has verified, where the shop wants that. */
export async function requireVerified(
  options: Options,
  { emailVerifiedAt }: Member,
  code: ErrorCode,
): Promise<void> {
  if (!emailVerifiedAt && (await options.whole('verified_email_needed')) > 0)
    throw new Refusal(code);
}

/** Whether `requireActive` lets a member pass. */
export const isActive = (member: Member | undefined): member is Member =>
  member !== undefined && !member.closedAt && !member.frozenAt;

/** The member of an id; refuses `session.required` when there is none any more. */
export const needMember = async (db: Queryable, memberId: string): Promise<Member> =>
  requireKnown(await findMember(db, memberId));

/** The member of an id; refuses what `requireActive` does. */
export const needActive = async (db: Queryable, memberId: string): Promise<Member> =>
  requireActive(await findMember(db, memberId));

/** The member of an id; refuses what `requireActing` does. */
export const needActing = async (db: Queryable, memberId: string): Promise<Member> =>
  requireActing(await findMember(db, memberId));
