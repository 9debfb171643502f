/** SQL of keys and of the walks that bring everything under the newest one. */
import { type Queryable, sql } from '../db/db.ts';

/** A process may still write for so long after it was last seen with a key in front. */
const settleMs = 600_000;

/** Whether an older key than this is known that was not dropped. */
export async function hasOlderKey(db: Queryable, number: number): Promise<boolean> {
  const { older } = await db.one(sql<{ older: boolean }>`
    select exists (select 1 from encryption_keys where number < ${number} and dropped_at is null) as older`);
  return older;
}

/**
 * Begins a walk to a newer key; or again: an hour after one with failures, and once no process has been seen to encrypt
 * with an older key for ten minutes, if one was during the last walk.
 */
export async function beginWalk(db: Queryable, place: string, toKey: number): Promise<void> {
  await db.run(sql`
    insert into key_walks (place, to_key) values (${place}, ${toKey})
    on conflict (place) do update
    set to_key = excluded.to_key, after = '', seen = 0, changed = 0, failed = 0, began_at = app_now(), ended_at = null
    where key_walks.to_key < excluded.to_key
      or key_walks.to_key = excluded.to_key and key_walks.ended_at is not null and (
        key_walks.failed > 0 and key_walks.ended_at < app_now() - interval '1 hour'
        or (select max(sealed_at) + ${settleMs} * interval '1 ms' between key_walks.began_at and app_now()
            from encryption_keys where number < ${toKey}))`);
}

/** Where an unfinished walk goes on, to be done by this process for a minute; undefined if another one does it. */
export async function holdWalk(db: Queryable, place: string, toKey: number) {
  const held = await db.first(sql<{ after: string }>`
    update key_walks set held_until = app_now() + interval '1 minute'
    where place = ${place} and to_key = ${toKey} and ended_at is null
      and (held_until is null or held_until < app_now())
    returning after`);
  return held?.after;
}

interface Step {
  readonly place: string;
  readonly toKey: number;
  readonly after: string;
  /** Undefined at the end. */
  readonly next: string | undefined;
  readonly seen: number;
  readonly changed: number;
  readonly failed: number;
}

/** Writes down how far a walk came; false if another process went on from there. */
export async function advanceWalk(db: Queryable, step: Step): Promise<boolean> {
  const { next = null } = step;
  const moved = await db.run(sql`
    update key_walks set after = coalesce(${next}, after), seen = seen + ${step.seen}::int,
      changed = changed + ${step.changed}::int, failed = failed + ${step.failed}::int,
      held_until = case when ${next}::text is not null then app_now() + interval '1 minute' end,
      ended_at = case when ${next}::text is null then app_now() end
    where place = ${step.place} and to_key = ${step.toKey} and after = ${step.after} and ended_at is null`);
  return moved === 1;
}

/** Notes that a process encrypts with this key now, at most once in 30 seconds; a key that was dropped is then there again. */
export async function noteSealing(db: Queryable, number: number): Promise<void> {
  await db.run(sql`
    update key_checks set sealed_at = app_now(), dropped_at = null where name = 'ENCRYPTION_KEYS ' || ${number}::int
      and coalesce(sealed_at < app_now() - interval '30 seconds', true)`);
}

export interface KeyState {
  readonly number: number;
  /** When a process was last seen that encrypts with it. */
  readonly sealedAt: Date | null;
  /** One was seen within ten minutes. */
  readonly inUse: boolean;
  readonly droppedAt: Date | null;
}

/** The known keys, newest first. */
export const keyStates = (db: Queryable) =>
  db.rows(sql<KeyState>`
    select number, sealed_at as "sealedAt", dropped_at as "droppedAt",
      coalesce(sealed_at > app_now() - ${settleMs} * interval '1 ms', false) as "inUse"
    from encryption_keys order by number desc`);

export interface Walk {
  readonly place: string;
  readonly toKey: number;
  readonly seen: number;
  readonly changed: number;
  readonly failed: number;
  readonly ended: boolean;
  /** It ended without failures, and began when no process encrypted with an older key any more. */
  readonly clean: boolean;
}

/** The walks of all places that were ever begun. */
export const walks = (db: Queryable) =>
  db.rows(sql<Walk>`
    select place, to_key as "toKey", seen::float8 as seen, changed::float8 as changed, failed::float8 as failed,
      ended_at is not null as ended,
      ended_at is not null and failed = 0 and coalesce((select max(sealed_at) + ${settleMs} * interval '1 ms' < began_at
        from encryption_keys where number < to_key), true) as clean
    from key_walks order by place`);

/**
 * Marks a key as dropped: nothing is under it, and processes may start without it. False if a process has been seen
 * meanwhile that encrypts with it.
 */
export async function markDropped(db: Queryable, number: number): Promise<boolean> {
  const dropped = await db.run(sql`
    update key_checks set dropped_at = coalesce(dropped_at, app_now())
    where name = 'ENCRYPTION_KEYS ' || ${number}::int
      and coalesce(sealed_at < app_now() - ${settleMs} * interval '1 ms', true)`);
  return dropped === 1;
}
