import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../platform/db/waiting.ts';

export type Step = 'submitted' | 'shown' | 'verified' | 'rejected' | 'renamed';

/** Paths of the four pictures. */
export interface Documents {
  readonly front: string;
  readonly back: string;
  readonly address: string;
  readonly selfie: string;
}

export interface Submission extends Documents {
  readonly id: string;
  readonly memberId: string;
  /** The encrypted data; null once rejected or erased. */
  readonly sealed: Buffer | null;
  readonly contentHash: Buffer;
  readonly verdict: 'v' | 'r' | null;
  readonly createdAt: Date;
}

/** Stores a waiting submission; the database allows one per member. */
export async function insertSubmission(
  tx: Tx,
  one: Omit<Submission, 'verdict' | 'createdAt'> & { readonly person: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into kyc_submissions (id, member_id, sealed, content_hash, doc_front, doc_back, doc_address,
      doc_selfie, prints)
    values (${one.id}, ${one.memberId}, ${one.sealed}, ${one.contentHash}, ${one.front}, ${one.back},
      ${one.address}, ${one.selfie}, ${one.person}::bytea || array(
        select u.fingerprint
        from unnest(${[one.front, one.back, one.address, one.selfie]}::text[]) with ordinality as doc (path, nth)
        left join uploads u on u.path = doc.path order by doc.nth))`);
}

/** A member's newest submission. */
export function newestSubmission(db: Queryable, memberId: string): Promise<Submission | undefined> {
  return db.first(sql<Submission>`
    select id, member_id as "memberId", sealed, content_hash as "contentHash", doc_front as front,
      doc_back as back, doc_address as address, doc_selfie as selfie, verdict,
      created_at as "createdAt"
    from kyc_submissions where member_id = ${memberId} order by created_at desc, id desc limit 1`);
}

export interface Sharing {
  readonly memberId: string;
  readonly email: string;
  readonly kycStatus: string;
  /** What is equal: the person, or pictures by their names here. */
  readonly same: string[];
}

/** Other accounts that submitted the same person or pictures, except in erased submissions. */
export function sharingWith(db: Queryable, id: string, most: number): Promise<Sharing[]> {
  return db.rows(sql<Sharing>`
    select m.id as "memberId", m.email, m.kyc_status as "kycStatus", array_agg(distinct mine.name) as same
    from kyc_submissions k
    cross join unnest(k.prints, array['person', 'front', 'back', 'address', 'selfie']) as mine (print, name)
    join kyc_submissions o on o.prints @> array[mine.print] and o.member_id <> k.member_id
    join members m on m.id = o.member_id
    where k.id = ${id} group by m.id order by m.id limit ${most}`);
}

/** Decides a submission; the data of a rejected one is deleted. */
export async function decide(tx: Tx, id: string, verdict: 'v' | 'r'): Promise<void> {
  await tx.run(sql`
    update kyc_submissions set verdict = ${verdict}, decided_at = app_now(),
      sealed = case when ${verdict} = 'v' then sealed end
    where id = ${id}`);
}

interface NewStep {
  readonly submissionId: string;
  readonly memberId: string;
  readonly step: Step;
  readonly actor: string;
  readonly reason?: string;
}

/** Logs a step; answers its id. */
export async function insertStep(db: Queryable, step: NewStep): Promise<string> {
  const { id } = await db.one(sql<{ id: string }>`
    insert into kyc_steps (submission_id, member_id, step, actor, reason)
    values (${step.submissionId}, ${step.memberId}, ${step.step}, ${step.actor}, ${step.reason ?? ''})
    returning id::text`);
  return id;
}

export interface WrittenStep {
  readonly memberId: string;
  readonly step: Step;
  readonly actor: string;
  readonly reason: string;
  readonly createdAt: Date;
}

/** A logged step. */
export function findStep(db: Queryable, id: string): Promise<WrittenStep | undefined> {
  return db.first(sql<WrittenStep>`
    select member_id as "memberId", step, actor, reason, created_at as "createdAt"
    from kyc_steps where id = ${id}::bigint`);
}

/** True when the actor has viewed a submission. */
export async function wasShownTo(tx: Tx, submissionId: string, actor: string): Promise<boolean> {
  const step = await tx.first(sql`
    select 1 from kyc_steps
    where submission_id = ${submissionId} and step = 'shown' and actor = ${actor} limit 1`);
  return step !== undefined;
}

/** Steps of a member's submissions, newest first. */
export function stepsOf(db: Queryable, memberId: string, most: number): Promise<WrittenStep[]> {
  return db.rows(sql<WrittenStep>`
    select member_id as "memberId", step, actor, reason, created_at as "createdAt"
    from kyc_steps where member_id = ${memberId} order by id desc limit ${most}`);
}

/** Reason of a member's last rejection; empty without one. */
export async function lastReason(db: Queryable, memberId: string): Promise<string> {
  const row = await db.first(sql<{ reason: string }>`
    select reason from kyc_steps where member_id = ${memberId} and step = 'rejected'
    order by id desc limit 1`);
  return row?.reason ?? '';
}

export interface PendingSubmission {
  readonly submissionId: string;
  readonly memberId: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** Submissions waiting for a decision, oldest first. */
export function waitingSubmissions(db: Queryable, most: number): Promise<PendingSubmission[]> {
  return db.rows(sql<PendingSubmission>`
    select k.id as "submissionId", m.id as "memberId", m.email, k.created_at as "createdAt"
    from kyc_submissions k join members m on m.id = k.member_id
    where k.verdict is null order by k.created_at, k.id limit ${most}`);
}

/** Submissions that wait for a decision. */
export const waitingPapers = (db: Queryable): Promise<Waiting> =>
  waitingIn(
    db,
    'select created_at as at from kyc_submissions where verdict is null order by created_at',
  );

/** Number of submissions waiting for a decision. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from kyc_submissions where verdict is null`);
  return count;
}

/** Ids of a member's verified submissions whose data is not erased. */
export async function verifiedOf(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select id from kyc_submissions
    where member_id = ${memberId} and verdict = 'v' and sealed is not null`);
  return rows.map(({ id }) => id);
}

/** Erases the data of a verified submission. */
export async function eraseSubmission(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update kyc_submissions set sealed = null, prints = '{}', erased_at = app_now()
    where id = ${id} and verdict = 'v' and sealed is not null`);
}
