import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { deleteOld, sweepAll } from '../../../platform/db/sweep.ts';
import { minutes } from '../../../platform/process/durations.ts';
import type { IdentityKey } from '../google/identity-queries.ts';
import type { Visit } from './visit.ts';

const touchedEveryMs = minutes(5);

export interface Session {
  readonly memberId: string;
  readonly sessionId: string;
  /** Whether the recorded last use is more than five minutes old and due for an update. */
  readonly stale: boolean;
}

/** The valid session of a token’s hash; one that waits for a second factor is not valid yet. */
export function findSession(db: Queryable, hash: Buffer): Promise<Session | undefined> {
  return db.first(sql<Session>`
    select member_id as "memberId", id as "sessionId",
      last_seen_at < app_now() - ${touchedEveryMs} * interval '1 ms' as stale
    from sessions
    where token_hash = ${hash} and not waits_for_factor
      and session_end(created_at, last_seen_at) > app_now()`);
}

/** Updates the last use of a session, which extends it; at most once per five minutes. */
export async function touchSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`
    update sessions set last_seen_at = app_now(),
      expires_at = session_end(created_at, app_now())
    where token_hash = ${hash} and session_end(created_at, last_seen_at) > app_now()
      and last_seen_at < app_now() - ${touchedEveryMs} * interval '1 ms'`);
}

/** The credential that opened a session. */
export type OpenedBy = 'password' | 'google' | 'passkey';

interface NewSession {
  readonly hash: Buffer;
  readonly id: string;
  readonly memberId: string;
  readonly visit: Visit;
}

/** A new session; while it waits for a second factor it authenticates nobody. */
export interface Opening {
  readonly waits: boolean;
}

/** Life of a session that waits for its second factor. */
const factorWithin = '10 minutes';

/** What opens a session: the password hash that matched, or Google, with the identity if it is linked already. */
type Opener =
  | { readonly by: 'password'; readonly passwordHash: string }
  | { readonly by: 'google'; readonly identity: IdentityKey | undefined };

/**
 * Inserts a session; undefined when the password has changed meanwhile, the identity is not linked to the
 * member, or the account is closed. `for share` serialises it with changes of the member, so that a change sees
 * every session it has to end.
 */
export function insertSession(
  tx: Tx,
  { hash, id, memberId, visit }: NewSession,
  opener: Opener,
): Promise<Opening | undefined> {
  const passwordHash = opener.by === 'password' ? opener.passwordHash : null;
  const { issuer = null, subject = null } = (opener.by === 'google' && opener.identity) || {};
  return tx.first(sql<Opening>`
    with owner as (
      select id, has_factor(id) as waits from members
      where id = ${memberId} and closed_at is null
        and (${opener.by} <> 'password' or password_hash = ${passwordHash})
        and (${issuer}::text is null or exists (
          select 1 from identities
          where issuer = ${issuer} and subject = ${subject} and member_id = id))
      for share)
    insert into sessions (token_hash, id, member_id, expires_at, opened_by, device, place,
      waits_for_factor)
    select ${hash}, ${id}, id,
      case when waits then app_now() + ${factorWithin}::interval
        else session_end(app_now(), app_now()) end,
      ${opener.by}, ${visit.browser}, ${visit.place}, waits
    from owner
    returning waits_for_factor as waits`);
}

/** Inserts a session opened by a passkey, which is both factors in one. */
export async function insertPasskeySession(
  tx: Tx,
  { hash, id, memberId, visit }: NewSession,
): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, id, member_id, expires_at, opened_by, device, place, proven_by)
    values (${hash}, ${id}, ${memberId}, session_end(app_now(), app_now()), 'passkey',
      ${visit.browser}, ${visit.place}, 'passkey')`);
}

/** An identity to link to a member. */
export interface Link extends IdentityKey {
  readonly memberId: string;
  readonly by: 'password' | 'mail';
}

/** Stores an identity in a waiting session, to be linked once its second factor is given. */
export async function keepLink(tx: Tx, sessionId: string, link: Link): Promise<void> {
  await tx.run(sql`
    update sessions set links_issuer = ${link.issuer}, links_subject = ${link.subject},
      links_by = ${link.by}
    where id = ${sessionId} and waits_for_factor`);
}

interface Waiting {
  readonly memberId: string;
  readonly openedBy: OpenedBy;
  readonly link: Link | null;
}

/** The member of a waiting session, the credential that opened it, and the identity it will link. */
export function findWaiting(db: Queryable, hash: Buffer): Promise<Waiting | undefined> {
  return db.first(sql<Waiting>`
    select member_id as "memberId", opened_by as "openedBy",
      case when links_by is not null then json_build_object('memberId', member_id,
        'issuer', links_issuer, 'subject', links_subject, 'by', links_by) end as link
    from sessions
    where token_hash = ${hash} and waits_for_factor and expires_at > app_now()`);
}

/** Activates a waiting session under another token; false when it no longer waits. */
export async function completeSession(
  tx: Tx,
  { waiting, hash }: { waiting: Buffer; hash: Buffer },
): Promise<boolean> {
  const completed = await tx.run(sql`
    update sessions set token_hash = ${hash}, waits_for_factor = false, proven_by = 'code',
      proven_at = app_now(), created_at = app_now(), last_seen_at = app_now(),
      expires_at = session_end(app_now(), app_now())
    where token_hash = ${waiting} and waits_for_factor and expires_at > app_now()`);
  return completed === 1;
}

/** Ends a session; no error without one. */
export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${hash}`);
}

export interface SessionFacts {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly endsAt: Date;
  readonly openedBy: OpenedBy;
  readonly device: string;
  readonly place: string;
}

/** The valid sessions of a member, the most recently used first. */
export function sessionsOf(db: Queryable, memberId: string, most = 1_000): Promise<SessionFacts[]> {
  return db.rows(sql<SessionFacts>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt",
      session_end(created_at, last_seen_at) as "endsAt", opened_by as "openedBy", device, place
    from sessions
    where member_id = ${memberId} and not waits_for_factor
      and session_end(created_at, last_seen_at) > app_now()
    order by last_seen_at desc, id limit ${most}`);
}

/** Ends all sessions of a member, or one of them; returns their number. Processes notice within a second. */
export function endSessions(db: Queryable, memberId: string, id?: string): Promise<number> {
  return db.run(sql`
    delete from sessions
    where member_id = ${memberId} and id = coalesce(${id ?? null}::text, id)`);
}

/** Ends all sessions of a member but one, waiting ones included; returns how many of them were not waiting. */
export async function endOtherSessions(
  db: Queryable,
  memberId: string,
  sessionId: string,
): Promise<number> {
  const { ended } = await db.one(sql<{ ended: number }>`
    with gone as (
      delete from sessions where member_id = ${memberId} and id <> ${sessionId}
      returning waits_for_factor)
    select count(*) filter (where not waits_for_factor)::int as ended from gone`);
  return ended;
}

/** Records that a member signed in from a network; updated at most once a day. */
export async function rememberPlace(tx: Tx, memberId: string, placeHash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into sign_in_places as p (member_id, place_hash) values (${memberId}, ${placeHash})
    on conflict (member_id, place_hash) do update set seen_at = excluded.seen_at
      where p.seen_at < app_now() - interval '1 day'`);
}

/** Whether a member has signed in from a network within about 90 days; older rows are swept. */
export async function isPlaceOf(
  db: Queryable,
  memberId: string,
  placeHash: Buffer,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from sign_in_places where member_id = ${memberId} and place_hash = ${placeHash}`);
  return found !== undefined;
}

/** Forgets the networks a member has signed in from, so that tries from there count with those of strangers. */
export async function forgetPlaces(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from sign_in_places where member_id = ${memberId}`);
}

/**
 * Deletes expired sessions, tokens and links, and old networks, sign-ins, spent challenges and e-mail changes.
 */
export function sweepAccounts(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    deleteOld(db, 'delete from sessions', 'expires_at'),
    deleteOld(db, 'delete from sign_in_places', 'seen_at', { age: '90 days' }),
    deleteOld(db, 'delete from sign_ins', 'created_at', { age: '90 days' }),
    deleteOld(db, 'delete from spent_challenges', 'spent_at', { age: '2 days' }),
    deleteOld(db, 'delete from mail_tokens', 'expires_at', { age: '1 day' }),
    deleteOld(db, 'delete from identity_links', 'expires_at'),
    deleteOld(db, 'delete from email_changes', 'decided_at', { age: '90 days' }),
  );
}
