import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findMember, type Member } from './queries.ts';

/** The member of an id; refuses `session.required` when there is none any more. */
export async function needMember(db: Queryable, memberId: string): Promise<Member> {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal('session.required');
  return member;
}

/** The same of an account that is in use; refuses `session.required` for a closed one, and `account.frozen`. */
export async function needActive(db: Queryable, memberId: string): Promise<Member> {
  const member = await needMember(db, memberId);
  if (member.closedAt) throw new Refusal('session.required');
  if (member.frozenAt) throw new Refusal('account.frozen');
  return member;
}
