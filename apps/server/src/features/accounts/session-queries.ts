import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import { minutes } from '../../platform/durations.ts';
import { sweepAll } from '../../platform/sweep.ts';
import type { IdentityKey } from './identity-queries.ts';

const touchedEveryMs = minutes(5);

export interface Session {
  readonly memberId: string;
  readonly sessionId: string;
  /** Whether its use was last written down long enough ago to be written again. */
  readonly stale: boolean;
}

/** The living session of a token’s hash. */
export function findSession(db: Queryable, hash: Buffer): Promise<Session | undefined> {
  return db.first(sql<Session>`
    select member_id as "memberId", id as "sessionId",
      last_seen_at < app_now() - ${touchedEveryMs} * interval '1 ms' as stale
    from sessions
    where token_hash = ${hash} and session_end(created_at, last_seen_at) > app_now()`);
}

/** Writes down that a session is in use, which puts off its end; at most once per five minutes. */
export async function touchSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`
    update sessions set last_seen_at = app_now(),
      expires_at = session_end(created_at, app_now())
    where token_hash = ${hash} and session_end(created_at, last_seen_at) > app_now()
      and last_seen_at < app_now() - ${touchedEveryMs} * interval '1 ms'`);
}

interface NewSession {
  readonly hash: Buffer;
  readonly id: string;
  readonly memberId: string;
  readonly passwordHash: string;
}

/**
 * Inserts a session unless the password was changed meanwhile. The shared lock makes it wait for a
 * change that is under way, and a change wait for it: so a change sees every session it has to end.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into sessions (token_hash, id, member_id, expires_at)
    select ${session.hash}, ${session.id}, id, session_end(app_now(), app_now())
    from members where id = ${session.memberId} and password_hash = ${session.passwordHash}
    for share`);
  return inserted === 1;
}

/** Inserts a session for a member an identity is linked to; false when it is not, or not any more. */
export async function insertIdentitySession(
  tx: Tx,
  session: Omit<NewSession, 'passwordHash'>,
  { issuer, subject }: IdentityKey,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into sessions (token_hash, id, member_id, expires_at)
    select ${session.hash}, ${session.id}, member_id, session_end(app_now(), app_now())
    from identities where issuer = ${issuer} and subject = ${subject}
      and member_id = ${session.memberId}`);
  return inserted === 1;
}

/** Ends a session; harmless when there is none. */
export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${hash}`);
}

export interface SessionFacts {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly endsAt: Date;
}

/** The living sessions of a member, the one used last first. */
export function sessionsOf(db: Queryable, memberId: string): Promise<SessionFacts[]> {
  return db.rows(sql<SessionFacts>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt",
      session_end(created_at, last_seen_at) as "endsAt"
    from sessions
    where member_id = ${memberId} and session_end(created_at, last_seen_at) > app_now()
    order by last_seen_at desc, id limit 1000`);
}

/** Ends every session of a member, or one of them; answers how many. Processes know within a second. */
export function endSessions(db: Queryable, memberId: string, id?: string): Promise<number> {
  return db.run(sql`
    delete from sessions
    where member_id = ${memberId} and id = coalesce(${id ?? null}::text, id)`);
}

/** Ends every session of a member. */
export async function deleteSessionsOf(db: Queryable, memberId: string): Promise<void> {
  await db.run(sql`delete from sessions where member_id = ${memberId}`);
}

/** Remembers that a member signed in from a place; written at most once a day. */
export async function rememberPlace(tx: Tx, memberId: string, placeHash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into sign_in_places as p (member_id, place_hash) values (${memberId}, ${placeHash})
    on conflict (member_id, place_hash) do update set seen_at = excluded.seen_at
      where p.seen_at < app_now() - interval '1 day'`);
}

/** Forgets where a member has signed in from, so that strangers’ tries count there, too. */
export async function forgetPlaces(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from sign_in_places where member_id = ${memberId}`);
}

/** Deletes what nobody can use any more: ended sessions, old places, dead tokens, former addresses. */
export function sweepAccounts(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    (most) =>
      db.run(sql`
        delete from sessions where ctid = any(array(
          select ctid from sessions where expires_at < app_now()
          order by expires_at limit ${most} for update skip locked))`),
    (most) =>
      db.run(sql`
        delete from sign_in_places where ctid = any(array(
          select ctid from sign_in_places
          where seen_at < app_now() - interval '90 days'
          order by seen_at limit ${most} for update skip locked))`),
    (most) =>
      db.run(sql`
        delete from mail_tokens where ctid = any(array(
          select ctid from mail_tokens where expires_at < app_now() - interval '1 day'
          order by expires_at limit ${most} for update skip locked))`),
    (most) =>
      db.run(sql`
        delete from identity_links where ctid = any(array(
          select ctid from identity_links where expires_at < app_now()
          order by expires_at limit ${most} for update skip locked))`),
    (most) =>
      db.run(sql`
        delete from email_changes where ctid = any(array(
          select ctid from email_changes where decided_at < app_now() - interval '90 days'
          order by decided_at limit ${most} for update skip locked))`),
  );
}
