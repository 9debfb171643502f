/** The SQL of copies of members' data and their progress. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/http.ts';

export interface StoredCopy {
  readonly id: string;
  readonly memberId: string;
  readonly state: 'asked' | 'ready' | 'failed' | 'gone';
  readonly attempt: number;
  readonly parts: number;
  readonly bytes: number;
  readonly askedAt: Date;
  readonly endsAt: Date | null;
}

/** A member's newest copy; an expired one has the state `gone`. */
export function newestCopy(db: Queryable, memberId: string): Promise<StoredCopy | undefined> {
  return db.first(sql<StoredCopy>`
    select id, member_id as "memberId",
      case when state = 'ready' and ends_at <= app_now() then 'gone' else state end as state, attempt, parts, bytes::float8 as bytes,
      asked_at as "askedAt", ends_at as "endsAt"
    from data_exports where member_id = ${memberId} order by asked_at desc, id desc limit 1`);
}

/** A copy by its id. */
export function findCopy(db: Queryable, id: string): Promise<StoredCopy | undefined> {
  return db.first(sql<StoredCopy>`
    select id, member_id as "memberId", state, attempt, parts, bytes::float8 as bytes,
      asked_at as "askedAt", ends_at as "endsAt"
    from data_exports where id = ${id}`);
}

/** Number of copies a member has requested within 24 hours. */
export async function askedInADay(db: Queryable, memberId: string): Promise<number> {
  const { asked } = await db.one(sql<{ asked: number }>`
    select count(*)::int as asked from data_exports
    where member_id = ${memberId} and asked_at > app_now() - interval '1 day'`);
  return asked;
}

/** Records the request for a copy. */
export async function insertCopy(tx: Tx, copy: { id: string; memberId: string }): Promise<void> {
  await tx.run(sql`
    insert into data_exports (id, member_id) values (${copy.id}, ${copy.memberId})`);
}

/** Ends a member's copies: they can no longer be downloaded, and the sweep deletes their files. */
export async function dropCopies(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    update data_exports set state = 'gone', link_hash = null
    where member_id = ${memberId} and state in ('asked', 'ready')`);
}

/** Begins a new attempt at a copy; undefined when it is no longer wanted. */
export function beginCopy(db: Queryable, id: string) {
  return db.first(sql<{ memberId: string; attempt: number }>`
    update data_exports set attempt = attempt + 1, parts = 0, bytes = 0
    where id = ${id} and state = 'asked'
    returning member_id as "memberId", attempt`);
}

/** Records a piece before it is stored; false when another attempt has begun, or the copy is no longer wanted. */
export async function notePart(
  db: Queryable,
  { id, attempt, bytes }: { id: string; attempt: number; bytes: number },
): Promise<boolean> {
  const noted = await db.run(sql`
    update data_exports set parts = parts + 1, bytes = bytes + ${bytes}
    where id = ${id} and attempt = ${attempt} and state = 'asked'`);
  return noted === 1;
}

/** Marks a copy as ready for `lifeMs`; undefined when another attempt has begun, or it is no longer wanted. */
export function markReady(
  tx: Tx,
  { id, attempt, lifeMs }: { id: string; attempt: number; lifeMs: number },
) {
  return tx.first(sql<{ endsAt: Date }>`
    update data_exports set state = 'ready', ready_at = app_now(),
      ends_at = app_now() + ${lifeMs} * interval '1 ms'
    where id = ${id} and attempt = ${attempt} and state = 'asked'
    returning ends_at as "endsAt"`);
}

/**
 * Replaces the download token of a member's finished copy: valid for `lifeMs`, and while the caller's session
 * lives. False when no copy is ready.
 */
export async function setLink(
  db: Queryable,
  { hash, lifeMs, caller }: { hash: Buffer; lifeMs: number; caller: Caller },
): Promise<boolean> {
  const set = await db.run(sql`
    update data_exports set link_hash = ${hash}, link_session = ${caller.sessionId},
      link_until = app_now() + ${lifeMs} * interval '1 ms'
    where member_id = ${caller.memberId} and state = 'ready' and ends_at > app_now()`);
  return set === 1;
}

/**
 * Uses up a download token; undefined when it is used or expired, its session has ended, or the account is
 * frozen or locked.
 */
export function spendLink(db: Queryable, hash: Buffer): Promise<StoredCopy | undefined> {
  return db.first(sql<StoredCopy>`
    with spent as (
      update data_exports set link_hash = null
      where link_hash = ${hash} and link_until > app_now() and state = 'ready' and ends_at > app_now()
      returning *)
    select s.id, member_id as "memberId", state, attempt, parts, bytes::float8 as bytes,
      asked_at as "askedAt", ends_at as "endsAt"
    from spent s join members m on m.id = s.member_id and m.frozen_at is null and not is_locked(m)
    where exists (select 1 from sessions x where x.id = s.link_session
      and session_end(x.created_at, x.last_seen_at) > app_now())`);
}

/** Ends a downloaded copy. */
export async function markFetched(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update data_exports set state = 'gone', link_hash = null where id = ${id} and state = 'ready'`);
}

/**
 * Ends some copies not downloaded in time, and fails those not made within `stuckMs`; answers how many. Copies
 * whose job is queued or running are left alone.
 */
export function endOverdue(
  db: Queryable,
  { stuckMs, queue }: { stuckMs: number; queue: string },
  most: number,
): Promise<number> {
  return db.run(sql`
    update data_exports set state = case state when 'ready' then 'gone' else 'failed' end, link_hash = null
    where ctid = any(array(
      (select ctid from data_exports where state = 'ready' and ends_at <= app_now()
        order by ends_at limit ${most})
      union all
      (select e.ctid from data_exports e
        where e.state = 'asked' and e.asked_at <= app_now() - ${stuckMs} * interval '1 ms'
          and not exists (select 1 from jobs j where j.queue = ${queue} and j.given_up_at is null
            and j.payload ->> 'copyId' = e.id)
        order by e.asked_at limit ${most}) limit ${most}))`);
}

/** Ended copies whose files are not deleted yet. */
export function copiesToRemove(db: Queryable, most: number): Promise<StoredCopy[]> {
  return db.rows(sql<StoredCopy>`
    select id, member_id as "memberId", state, attempt, parts, bytes::float8 as bytes,
      asked_at as "askedAt", ends_at as "endsAt"
    from data_exports where state in ('failed', 'gone') and removed_at is null
    order by asked_at limit ${most}`);
}

/** Records that the files of a copy are deleted. */
export async function markFilesGone(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update data_exports set removed_at = app_now() where id = ${id}`);
}
