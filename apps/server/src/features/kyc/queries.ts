import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../platform/db/waiting.ts';
import type { Documents, PaperVerdict } from './papers.ts';

export type Step = 'submitted' | 'shown' | 'verified' | 'rejected' | 'renamed';

export interface Submission extends Documents {
  readonly id: string;
  readonly memberId: string;
  /** The encrypted data; null once rejected or erased, but for what is kept. */
  readonly sealed: Buffer | null;
  readonly contentHash: Buffer;
  readonly verdict: 'v' | 'r' | null;
  readonly createdAt: Date;
  /** The declined submission whose accepted papers came along. */
  readonly continues: string | null;
  /** Set while what was accepted of a declined submission is kept. */
  readonly keptUntil: Date | null;
}

/** Stores a waiting submission; the database allows one per member. */
export async function insertSubmission(
  tx: Tx,
  one: Omit<Submission, 'verdict' | 'createdAt' | 'keptUntil'> & { readonly person: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into kyc_submissions (id, member_id, sealed, content_hash, doc_front, doc_back, doc_address,
      doc_selfie, continues, prints)
    values (${one.id}, ${one.memberId}, ${one.sealed}, ${one.contentHash}, ${one.front}, ${one.back},
      ${one.address}, ${one.selfie}, ${one.continues}, ${one.person}::bytea || array(
        select u.fingerprint
        from unnest(${[one.front, one.back, one.address, one.selfie]}::text[]) with ordinality as doc (path, nth)
        left join uploads u on u.path = doc.path order by doc.nth))`);
}

/** A member's newest submission. */
export function newestSubmission(db: Queryable, memberId: string): Promise<Submission | undefined> {
  return db.first(sql<Submission>`
    select id, member_id as "memberId", sealed, content_hash as "contentHash", doc_front as front,
      doc_back as back, doc_address as address, doc_selfie as selfie, verdict,
      created_at as "createdAt", continues, kept_until as "keptUntil"
    from kyc_submissions where member_id = ${memberId} order by created_at desc, id desc limit 1`);
}

/** A submission, of any member. */
export function findSubmission(db: Queryable, id: string): Promise<Submission | undefined> {
  return db.first(sql<Submission>`
    select id, member_id as "memberId", sealed, content_hash as "contentHash", doc_front as front,
      doc_back as back, doc_address as address, doc_selfie as selfie, verdict,
      created_at as "createdAt", continues, kept_until as "keptUntil"
    from kyc_submissions where id = ${id}`);
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

interface Decided {
  readonly verdict: 'v' | 'r';
  /** The data that stays. */
  readonly sealed: Buffer | null;
  /** How long the data of a rejected one stays. */
  readonly keptDays?: number;
}

/** Decides a submission. */
export async function setDecided(tx: Tx, id: string, one: Decided): Promise<void> {
  const { verdict, sealed, keptDays = 0 } = one;
  const keeps = verdict === 'r' && sealed !== null;
  await tx.run(sql`
    update kyc_submissions set verdict = ${verdict}, decided_at = app_now(), sealed = ${sealed},
      kept_until = case when ${keeps}::boolean then app_now() + make_interval(days => ${keptDays}::int) end
    where id = ${id}`);
}

/** Deletes the data that is kept of a declined submission; false when there is none. */
export async function dropKept(tx: Tx, id: string): Promise<boolean> {
  const dropped = await tx.run(sql`
    update kyc_submissions set sealed = null, kept_until = null
    where id = ${id} and kept_until is not null`);
  return dropped === 1;
}

/** Declined submissions whose kept data is due to be deleted. */
export function keptOver(db: Queryable, most: number) {
  return db.rows(sql<{ id: string; memberId: string }>`
    select id, member_id as "memberId" from kyc_submissions
    where kept_until < app_now() order by kept_until limit ${most}`);
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

/** Stores what was said of each paper in a step. */
export async function insertVerdicts(
  tx: Tx,
  {
    stepId,
    memberId,
    verdicts,
  }: { stepId: string; memberId: string; verdicts: readonly PaperVerdict[] },
): Promise<void> {
  if (verdicts.length === 0) return;
  await tx.run(sql`
    insert into kyc_verdicts (step_id, member_id, paper, reason)
    select ${stepId}::bigint, ${memberId}, paper, reason from unnest(${verdicts.map(({ paper }) => paper)}::text[],
      ${verdicts.map(({ reason }) => reason)}::text[]) as said (paper, reason)`);
}

/** What was said of each paper in a step. */
export function verdictsOf(db: Queryable, stepId: string): Promise<PaperVerdict[]> {
  return db.rows(sql<PaperVerdict>`
    select paper, reason from kyc_verdicts where step_id = ${stepId}::bigint
    order by array_position(array['data', 'front', 'back', 'address', 'selfie'], paper)`);
}

interface End {
  readonly id: string;
  readonly actor: string;
  readonly reason: string;
}

/** The step that ended a submission last; undefined while it waits for the first time. */
export function endOf(db: Queryable, submissionId: string): Promise<End | undefined> {
  return db.first(sql<End>`
    select id::text, actor, reason from kyc_steps
    where submission_id = ${submissionId} and step in ('verified', 'rejected', 'renamed')
    order by kyc_steps.id desc limit 1`);
}

/** What was said of each paper of a submission; empty where it was judged as one. */
export async function lastVerdicts(db: Queryable, submissionId: string): Promise<PaperVerdict[]> {
  const end = await endOf(db, submissionId);
  return end ? verdictsOf(db, end.id) : [];
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

/** What happened to a member's submissions, without looks, newest first. */
export function historyOf(db: Queryable, memberId: string, most: number): Promise<WrittenStep[]> {
  return db.rows(sql<WrittenStep>`
    select member_id as "memberId", step, actor, reason, created_at as "createdAt"
    from kyc_steps where member_id = ${memberId} and step <> 'shown'
    order by id desc limit ${most}`);
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
export interface WaitingOne {
  readonly id: string;
  readonly memberId: string;
  readonly createdAt: Date;
  readonly again: boolean;
}

/** A page of waiting submissions, oldest first: those behind the one with the id, from the first without one. */
export function waitingBehind(db: Queryable, id: string, most: number): Promise<WaitingOne[]> {
  return db.rows(sql<WaitingOne>`
    select id, member_id as "memberId", created_at as "createdAt", continues is not null as again
    from kyc_submissions
    where verdict is null and (created_at, id) >
      (coalesce((select created_at from kyc_submissions where id = ${id}), '-infinity'), ${id}::text)
    order by created_at, id limit ${most}`);
}

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
