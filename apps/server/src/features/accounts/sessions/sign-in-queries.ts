import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { OpenedBy } from './session-queries.ts';
import type { Visit } from './visit.ts';

interface NewSignIn {
  readonly id: string;
  readonly memberId: string;
  readonly openedBy: OpenedBy;
  readonly factor: 'code' | 'recovery' | null;
  readonly visit: Visit;
  readonly deviceKnown: boolean;
}

/**
 * Records a sign-in. The browser of the very first one does not count as new, unless the account is older than
 * a day: its earlier sign-ins may have been deleted, after 90 days.
 */
export function insertSignIn(
  tx: Tx,
  { id, memberId, openedBy, factor, visit, deviceKnown }: NewSignIn,
): Promise<{ newDevice: boolean }> {
  return tx.one(sql<{ newDevice: boolean }>`
    insert into sign_ins (member_id, id, opened_by, factor, device, place, new_device)
    select ${memberId}, ${id}, ${openedBy}, ${factor}, ${visit.browser}, ${visit.place},
      not ${deviceKnown}::boolean and (
        exists (select 1 from sign_ins where member_id = ${memberId})
        or exists (select 1 from sign_in_places where member_id = ${memberId})
        or exists (select 1 from members
          where id = ${memberId} and created_at < app_now() - interval '1 day'))
    returning new_device as "newDevice"`);
}

export interface SignInFacts {
  readonly id: string;
  readonly openedBy: OpenedBy;
  readonly factor: 'code' | 'recovery' | null;
  readonly newDevice: boolean;
  readonly device: string;
  readonly place: string;
  readonly createdAt: Date;
}

export function findSignIn(db: Queryable, id: string): Promise<SignInFacts | undefined> {
  return db.first(sql<SignInFacts>`
    select id, opened_by as "openedBy", factor, new_device as "newDevice", device, place,
      created_at as "createdAt"
    from sign_ins where id = ${id}`);
}

/** A page of a member's sign-ins of the last 90 days, newest first, and their number. */
export async function pageOfSignIns(
  db: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ signIns: SignInFacts[]; total: number }> {
  const [signIns, { total }] = await Promise.all([
    db.rows(sql<SignInFacts>`
      select id, opened_by as "openedBy", factor, new_device as "newDevice", device, place,
        created_at as "createdAt"
      from sign_ins
      where member_id = ${memberId} and created_at > app_now() - interval '90 days'
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`),
    db.one(sql<{ total: number }>`
      select count(*)::int as total from sign_ins
      where member_id = ${memberId} and created_at > app_now() - interval '90 days'`),
  ]);
  return { signIns, total };
}
