import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface NewUpload {
  readonly path: string;
  readonly memberId: string;
  readonly kind: UploadKind;
  readonly lifeMs: number;
  /** Most unused pictures per member; parallel requests may exceed it by a few. */
  readonly most: number;
}

/** Stores a signed upload address; false when the member has too many unused pictures. */
export async function insertUpload(db: Queryable, upload: NewUpload): Promise<boolean> {
  const { path, memberId, kind, lifeMs, most } = upload;
  const inserted = await db.run(sql`
    insert into uploads (path, member_id, kind, put_until)
    select ${path}, ${memberId}, ${kind}, app_now() + ${lifeMs} * interval '1 ms'
    where (select count(*) from uploads
      where member_id = ${memberId} and used_by is null and gone_at is null) < ${most}::int`);
  return inserted === 1;
}

export interface Upload {
  readonly memberId: string;
  readonly kind: UploadKind;
  /** True while a picture may still be uploaded. */
  readonly open: boolean;
  readonly put: boolean;
}

/** The upload of a path, of any member. */
export function findUpload(db: Queryable, path: string): Promise<Upload | undefined> {
  return db.first(sql<Upload>`
    select member_id as "memberId", kind, put_at is not null as put,
      put_until > app_now() and gone_at is null as open
    from uploads where path = ${path}`);
}

/** Marks a picture as uploaded; false when it already was, or was deleted meanwhile. */
export async function markPut(
  db: Queryable,
  path: string,
  fingerprint: Buffer | null,
): Promise<boolean> {
  const marked = await db.run(sql`
    update uploads set put_at = app_now(), idle_since = app_now(), fingerprint = ${fingerprint}
    where path = ${path} and put_at is null and gone_at is null`);
  return marked === 1;
}

export interface Adoption {
  readonly memberId: string;
  readonly kind: UploadKind;
  readonly usedBy: string;
  readonly paths: readonly string[];
}

/** Assigns the pictures that are free for this use; answers their paths. */
export async function takeUploads(tx: Tx, adoption: Adoption): Promise<string[]> {
  const { memberId, kind, usedBy, paths } = adoption;
  const rows = await tx.rows(sql<{ path: string }>`
    with free as (
      select path from uploads
      where path = any(${paths}::text[]) and member_id = ${memberId} and kind = ${kind}
        and put_at is not null and gone_at is null and coalesce(used_by, ${usedBy}) = ${usedBy}
      order by path for no key update)
    update uploads u set used_by = ${usedBy}, used_at = coalesce(u.used_at, app_now())
    from free where u.path = free.path returning u.path`);
  return rows.map(({ path }) => path);
}

/**
 * Releases the pictures of a use, except some. Public ones are marked deleted at once; private ones stay
 * reusable for a day. Answers the deleted ones.
 */
export async function giveUpUploads(
  tx: Tx,
  { usedBy, except }: { usedBy: string; except: readonly string[] },
): Promise<Gone[]> {
  const rows = await tx.rows(sql<Gone & { gone: boolean }>`
    update uploads set used_by = null, used_at = null, idle_since = app_now(),
      gone_at = case when kind = 'profilepictures' then app_now() end
    where used_by = ${usedBy} and path <> all(${except}::text[])
    returning path, kind, gone_at is not null as gone`);
  return rows.filter(({ gone }) => gone);
}

export type CleanedUp = 'gone' | 'used' | 'unknown';

/** Marks a member's unused picture as deleted. */
export async function dropUpload(
  db: Queryable,
  { path, memberId, kind }: { path: string; memberId: string; kind: UploadKind },
): Promise<CleanedUp> {
  const row = await db.first(sql<{ used: boolean }>`
    with dropped as (
      update uploads set gone_at = coalesce(gone_at, app_now())
      where path = ${path} and member_id = ${memberId} and kind = ${kind} and used_by is null
      returning path)
    select not exists (select 1 from dropped) as used from uploads
    where path = ${path} and member_id = ${memberId} and kind = ${kind}`);
  if (!row) return 'unknown';
  return row.used ? 'used' : 'gone';
}

/** Marks some pictures unused for `idleMs` as deleted; answers how many. */
export function dropIdle(db: Queryable, idleMs: number, most: number): Promise<number> {
  return db.run(sql`
    update uploads set gone_at = app_now() where ctid = any(array(
      select ctid from uploads
      where used_by is null and gone_at is null
        and idle_since < app_now() - ${idleMs} * interval '1 ms'
      order by idle_since limit ${most} for update skip locked))`);
}

export interface Gone {
  readonly path: string;
  readonly kind: UploadKind;
}

/** Deleted pictures whose files must be removed: those not removed yet, and those whose row expires. */
export function goneUploads(
  db: Queryable,
  { keptMs, most }: { keptMs: number; most: number },
): Promise<Gone[]> {
  return db.rows(sql<Gone>`
    (select path, kind from uploads where gone_at is not null and removed_at is null
      order by gone_at limit ${most})
    union all
    (select path, kind from uploads where removed_at < app_now() - ${keptMs} * interval '1 ms'
      order by removed_at limit ${most})
    limit ${most}`);
}

/** Records that a file was removed; deletes the row once `keptMs` have passed since. */
export async function markRemoved(db: Queryable, path: string, keptMs: number): Promise<void> {
  await db.run(sql`
    delete from uploads where path = ${path}
      and removed_at < app_now() - ${keptMs} * interval '1 ms'`);
  await db.run(sql`
    update uploads set removed_at = app_now()
    where path = ${path} and gone_at is not null and removed_at is null`);
}

/** The shop's clock in milliseconds since 1970. */
export async function nowMs(db: Queryable): Promise<number> {
  const { now } = await db.one(sql<{ now: number }>`
    select extract(epoch from app_now())::float8 * 1000 as now`);
  return now;
}

/** Owner of an uploaded picture; undefined when there is none or the address expired at `untilMs`. */
export async function findViewable(
  db: Queryable,
  path: string,
  untilMs: number,
): Promise<string | undefined> {
  const found = await db.first(sql<{ memberId: string }>`
    select member_id as "memberId" from uploads
    where path = ${path} and put_at is not null and gone_at is null
      and extract(epoch from app_now()) * 1000 < ${untilMs}::float8`);
  return found?.memberId;
}

/** Logs an operator's view of a private picture; false when it does not exist. */
export async function insertRead(
  db: Queryable,
  { path, operator, reason }: { path: string; operator: string; reason: string },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into upload_reads (path, member_id, operator, reason)
    select path, member_id, ${operator}, ${reason} from uploads
    where path = ${path} and put_at is not null and gone_at is null and kind <> 'profilepictures'`);
  return inserted === 1;
}

export interface Looks {
  readonly paths: readonly string[];
  readonly operator: string;
  readonly since: Date;
}

/** True when the operator has viewed each of the pictures since then. */
export async function areRead(tx: Tx, { paths, operator, since }: Looks): Promise<boolean> {
  const { read } = await tx.one(sql<{ read: boolean }>`
    select not exists (select 1 from unnest(${paths}::text[]) as wanted (path)
      where not exists (select 1 from upload_reads r
        where r.path = wanted.path and r.operator = ${operator} and r.read_at >= ${since})) as read`);
  return read;
}

/**
 * Marks some of a member's pictures as deleted, except those used by `kept`; answers how many. Unlike
 * `giveUpUploads` it leaves none reusable.
 */
export function dropAllOf(
  db: Queryable,
  { memberId, kept, most }: { memberId: string; kept: readonly string[]; most: number },
): Promise<number> {
  return db.run(sql`
    update uploads set used_by = null, used_at = null, gone_at = app_now() where ctid = any(array(
      select ctid from uploads
      where member_id = ${memberId} and gone_at is null
        and coalesce(used_by, '') <> all(${kept}::text[])
      order by path limit ${most}))`);
}

/** The next uploaded pictures of a member behind `path`, in the order of their paths. */
export function picturesBehind(
  db: Queryable,
  { memberId, path, most }: { memberId: string; path: string; most: number },
): Promise<Gone[]> {
  return db.rows(sql<Gone>`
    select path, kind from uploads
    where member_id = ${memberId} and path > ${path} and put_at is not null and gone_at is null
    order by path limit ${most}`);
}
