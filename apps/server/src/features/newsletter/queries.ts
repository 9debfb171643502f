import { type Queryable, sql, statement } from '../../platform/db/db.ts';
import { pageLimit } from '../../platform/db/pages.ts';
import { deleteOld, sweepAll } from '../../platform/db/sweep.ts';

export interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly state: 'asked' | 'confirmed' | 'left';
}

export interface NewSubscriber {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly leaveHash: Buffer;
}

/**
 * Stores a request for the newsletter; answers the subscriber's id, also for a known address. The state changes
 * only on confirmation.
 */
export async function askFor(db: Queryable, wish: NewSubscriber): Promise<string> {
  const { id } = await db.one(sql<{ id: string }>`
    insert into newsletter_subscribers as s (id, email, email_key, leave_hash)
    values (${wish.id}, ${wish.email}, ${wish.emailKey}, ${wish.leaveHash})
    on conflict on constraint newsletter_subscribers_email_once do update set asked_at = app_now()
    returning s.id`);
  return id;
}

/** A subscriber; undefined once deleted. */
export function findSubscriber(db: Queryable, id: string): Promise<Subscriber | undefined> {
  return db.first(sql<Subscriber>`
    select id, email, state from newsletter_subscribers where id = ${id}`);
}

/** Stores the hash of a confirmation token. */
export async function insertConfirmation(
  db: Queryable,
  { hash, subscriberId, lifeMs }: { hash: Buffer; subscriberId: string; lifeMs: number },
): Promise<void> {
  await db.run(sql`
    insert into newsletter_confirmations (token_hash, subscriber_id, expires_at)
    values (${hash}, ${subscriberId}, app_now() + ${lifeMs} * interval '1 ms')`);
}

/** Confirms the subscription of a token; false when the token is unknown or expired. */
export async function confirmByToken(db: Queryable, hash: Buffer): Promise<boolean> {
  const confirmed = await db.run(sql`
    update newsletter_subscribers s
    set state = 'confirmed', confirmed_at = coalesce(s.confirmed_at, app_now()), left_at = null
    from newsletter_confirmations c
    where c.token_hash = ${hash} and c.expires_at > app_now() and s.id = c.subscriber_id`);
  return confirmed === 1;
}

/** Ends a subscription and deletes its confirmation tokens. */
export async function leaveByToken(db: Queryable, hash: Buffer): Promise<void> {
  await db.run(sql`
    with gone as (
      update newsletter_subscribers
      set state = 'left', left_at = coalesce(left_at, app_now()), confirmed_at = null
      where leave_hash = ${hash}
      returning id)
    delete from newsletter_confirmations where subscriber_id in (select id from gone)`);
}

export interface Issue {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
}

/** Stores an issue; equal subject and text are the same issue. Answers its id. */
export async function putIssue(
  db: Queryable,
  issue: Issue & { readonly contentHash: Buffer; readonly sender: string },
): Promise<string> {
  const { id } = await db.one(sql<{ id: string }>`
    insert into newsletter_issues as i (id, content_hash, subject, body, sender)
    values (${issue.id}, ${issue.contentHash}, ${issue.subject}, ${issue.body}, ${issue.sender})
    on conflict on constraint newsletter_issues_once do update set subject = i.subject
    returning i.id`);
  return id;
}

/** A stored issue; undefined while it is stopped. */
export function findIssue(db: Queryable, id: string): Promise<Issue | undefined> {
  return db.first(sql<Issue>`
    select id, subject, body from newsletter_issues where id = ${id} and stopped_at is null`);
}

export interface SentSoFar extends Issue {
  readonly sender: string;
  readonly createdAt: Date;
  readonly readers: number;
  readonly sent: number;
  readonly stopped: boolean;
}

const soFar = `id, subject, body, sender, created_at as "createdAt", readers, stopped_at is not null as stopped,
  greatest(0, readers - (select count(*)::int from newsletter_deliveries d where d.issue_id = i.id and d.sent_at is null))
    as sent`;

/** A page of issues, newest first, and how far each is sent. */
export const listIssues = (db: Queryable, after: string) =>
  db.rows(
    statement<SentSoFar>(
      `select ${soFar} from newsletter_issues i
      where (created_at, id) < (
        coalesce((select created_at from newsletter_issues where id = $1), 'infinity'), $1)
      order by created_at desc, id desc limit $2`,
      [after, pageLimit],
    ),
  );

/** An issue and how far it is sent. */
export const findSentSoFar = (db: Queryable, id: string) =>
  db.first(statement<SentSoFar>(`select ${soFar} from newsletter_issues i where id = $1`, [id]));

/** Stops an issue or lets it go on; false when there is none. */
export async function setStopped(db: Queryable, id: string, stopped: boolean): Promise<boolean> {
  const changed = await db.run(sql`
    update newsletter_issues set stopped_at = case when ${stopped}::boolean then coalesce(stopped_at, app_now()) end
    where id = ${id}`);
  return changed === 1;
}

/** Adds deliveries of an issue for the next subscribers without one; answers their ids. */
export async function addIssueDeliveries(
  db: Queryable,
  issueId: string,
  limit: number,
): Promise<string[]> {
  const added = await db.rows(sql<{ id: string }>`
    with added as (
      insert into newsletter_deliveries (issue_id, subscriber_id)
      select ${issueId}, s.id from newsletter_subscribers s
      where s.state = 'confirmed' and not exists (
        select 1 from newsletter_deliveries d where d.issue_id = ${issueId} and d.subscriber_id = s.id)
      order by s.id limit ${limit}
      on conflict do nothing
      returning subscriber_id as id),
    counted as (
      update newsletter_issues set readers = readers + (select count(*) from added)
      where id = ${issueId} and exists (select from added))
    select id from added`);
  return added.map(({ id }) => id);
}

/** The next readers to whom an issue did not go yet, by id. */
export async function openReaders(
  db: Queryable,
  issueId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const open = await db.rows(sql<{ id: string }>`
    select subscriber_id as id from newsletter_deliveries
    where issue_id = ${issueId} and sent_at is null and subscriber_id > ${after}
    order by subscriber_id limit ${limit}`);
  return open.map(({ id }) => id);
}

/** Number of readers who would get an issue now. */
export async function countSubscribers(db: Queryable): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from newsletter_subscribers where state = 'confirmed'`);
  return count;
}

/** Takes a reader who has left off an issue that did not go to them. */
export async function dropDelivery(db: Queryable, issueId: string, subscriberId: string) {
  await db.run(sql`
    with gone as (
      delete from newsletter_deliveries d where issue_id = ${issueId} and subscriber_id = ${subscriberId}
        and sent_at is null and exists (
          select 1 from newsletter_subscribers s where s.id = d.subscriber_id and s.state <> 'confirmed')
      returning 1)
    update newsletter_issues set readers = readers - 1 where id = ${issueId} and exists (select from gone)`);
}

/** The e-mail address of an unsent delivery; undefined once it was sent or the subscriber has left. */
export async function openDelivery(
  db: Queryable,
  issueId: string,
  subscriberId: string,
): Promise<string | undefined> {
  const row = await db.first(sql<{ email: string }>`
    select s.email from newsletter_deliveries d
    join newsletter_subscribers s on s.id = d.subscriber_id
    where d.issue_id = ${issueId} and d.subscriber_id = ${subscriberId}
      and d.sent_at is null and s.state = 'confirmed'`);
  return row?.email;
}

/** Marks a delivery as sent. */
export async function markSent(
  db: Queryable,
  issueId: string,
  subscriberId: string,
): Promise<void> {
  await db.run(sql`
    update newsletter_deliveries set sent_at = app_now()
    where issue_id = ${issueId} and subscriber_id = ${subscriberId} and sent_at is null`);
}

/**
 * Deletes expired tokens, unconfirmed subscribers 8 days after their last request, and those who left 30 days
 * ago.
 */
export function sweepSubscribers(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    deleteOld(db, 'delete from newsletter_confirmations', 'expires_at'),
    deleteOld(db, 'delete from newsletter_subscribers', 'asked_at', {
      age: '8 days',
      also: "state = 'asked'",
    }),
    deleteOld(db, 'delete from newsletter_subscribers', 'left_at', {
      age: '30 days',
      also: "state = 'left' and asked_at < app_now() - interval '8 days'",
    }),
  );
}

/** Like `leaveByToken`, for an address; harmless when it is not subscribed. */
export async function leaveByAddress(tx: Queryable, emailKey: string): Promise<void> {
  await tx.run(sql`
    with gone as (
      update newsletter_subscribers
      set state = 'left', left_at = coalesce(left_at, app_now()), confirmed_at = null
      where email_key = ${emailKey}
      returning id)
    delete from newsletter_confirmations where subscriber_id in (select id from gone)`);
}
