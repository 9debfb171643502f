/** The SQL of account closings and their progress. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** Records the closing of an account; returns when its data will be erased. */
export async function insertClosing(
  tx: Tx,
  closing: { memberId: string; actor: string; reason: string; graceDays: number },
): Promise<Date> {
  const { eraseAt } = await tx.one(sql<{ eraseAt: Date }>`
    insert into closings (member_id, actor, reason, erase_at)
    values (${closing.memberId}, ${closing.actor}, ${closing.reason},
      app_now() + ${closing.graceDays} * interval '1 day')
    returning erase_at as "eraseAt"`);
  return eraseAt;
}

/** Deletes the closing of a reopened account. */
export async function deleteClosing(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from closings where member_id = ${memberId}`);
}

export interface Closing {
  readonly eraseAt: Date;
  /** Milliseconds until then, by the shop's clock. */
  readonly leftMs: number;
}

/** The closing of an account whose erasure has not begun. */
export function findClosing(db: Queryable, memberId: string): Promise<Closing | undefined> {
  return db.first(sql<Closing>`
    select c.erase_at as "eraseAt",
      extract(epoch from c.erase_at - app_now())::float8 * 1000 as "leftMs"
    from closings c join members m on m.id = c.member_id
    where c.member_id = ${memberId} and m.erased_at is null`);
}

/** An account with due work, and since when, to the microsecond. */
export interface Due {
  readonly memberId: string;
  readonly at: string;
}

/** Sorts before every due account. */
export const beforeAll: Due = { memberId: '', at: '-infinity' };

/**
 * The next accounts behind one, oldest first, whose grace period is over and that are not erased. Frozen
 * members are left out.
 */
export function closingsDue(db: Queryable, behind: Due, most: number): Promise<Due[]> {
  return db.rows(sql<Due>`
    select c.member_id as "memberId", c.erase_at::text as at
    from closings c join members m on m.id = c.member_id
    where c.erased_at is null and c.erase_at <= app_now() and m.frozen_at is null
      and (c.erase_at, c.member_id) > (${behind.at}::timestamptz, ${behind.memberId}::text)
    order by c.erase_at, c.member_id limit ${most}`);
}

/**
 * Marks the erasure as begun, after which the account cannot be reopened; false when the account is open or
 * frozen by now.
 */
export async function beginErasing(tx: Tx, memberId: string): Promise<boolean> {
  const begun = await tx.run(sql`
    update members set erased_at = coalesce(erased_at, app_now())
    where id = ${memberId} and closed_at is not null and frozen_at is null
      and exists (select 1 from closings where member_id = ${memberId} and erase_at <= app_now())`);
  return begun === 1;
}

/** Records the erasure of an account, and until when its identity data is retained. */
export async function endErasing(
  tx: Tx,
  memberId: string,
  identityYears: number | null,
): Promise<void> {
  await tx.run(sql`
    update closings set erased_at = app_now(),
      identity_until = closed_at + ${identityYears}::int * interval '1 year'
    where member_id = ${memberId} and erased_at is null`);
}

/** The next erased accounts behind one, oldest first, whose retained identity data is due for erasure. */
export function identitiesDue(db: Queryable, behind: Due, most: number): Promise<Due[]> {
  return db.rows(sql<Due>`
    select member_id as "memberId", identity_until::text as at
    from closings where identity_until <= app_now()
      and (identity_until, member_id) > (${behind.at}::timestamptz, ${behind.memberId}::text)
    order by identity_until, member_id limit ${most}`);
}

/** Records that the retained identity data is erased. */
export async function endIdentity(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update closings set identity_until = null where member_id = ${memberId}`);
}
