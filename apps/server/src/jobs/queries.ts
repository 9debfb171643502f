/** The SQL of the queue. */
import { type Queryable, sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { traceparent } from '../platform/process/tracing.ts';

export interface NewJob {
  readonly task: string;
  readonly attempts: number;
  readonly payloads: readonly object[];
  readonly delayMs: number;
  readonly priority: number;
  /** Empty for none. */
  readonly queue: string;
}

/** A job carries the trace of what caused it. */
function payloadsOf({ payloads }: NewJob): readonly object[] {
  const parent = traceparent();
  return parent ? payloads.map((payload) => ({ ...payload, traceparent: parent })) : payloads;
}

/** A plain insert: it neither notifies nor takes a lock, so that it serialises no commits. */
export function insertJobs(db: Queryable, job: NewJob): Promise<number> {
  return db.run(sql`
    insert into jobs (task, payload, max_attempts, due_at, priority, queue)
    select ${job.task}, payload, ${job.attempts}, now() + ${job.delayMs}::float8 * interval '1 ms',
      ${job.priority}, ${job.queue}
    from unnest(${payloadsOf(job)}::jsonb[]) as payload`);
}

/** Payloads of the jobs of a task in a queue that were not given up. */
export async function openPayloads(db: Queryable, task: string, queue: string) {
  const rows = await db.rows(sql<{ payload: unknown }>`
    select payload from jobs where queue = ${queue} and task = ${task} and given_up_at is null`);
  return rows.map(({ payload }) => payload);
}

/** A job that a worker has taken. */
export interface ClaimedJob {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  /** Number of this attempt; the job is this worker's while no later one began. */
  readonly attempt: number;
  readonly mostAttempts: number;
  readonly priority: number;
  readonly queue: string;
  /** How long it was due when it was taken. */
  readonly waitedSeconds: number;
}

/** How long a taken job stays its worker's without renewal: longer than a busy one needs. A job that runs twice does no harm. */
const leaseMs = minutes(1);

export interface Take {
  readonly worker: string;
  readonly most: number;
  /** The most jobs taken of one queue. */
  readonly mostOfQueue: number;
  /** Jobs the worker knows that it holds. */
  readonly held: readonly ClaimedJob[];
  /** Queues it takes nothing of now: it holds jobs of them that have not started. */
  readonly enough: readonly string[];
}

/**
 * Takes jobs that are due, in the order of their priorities. It looks at each pair of queue and priority (`lanes`)
 * by a few steps in the index, so it costs the same however many jobs wait in them. A queue that another worker
 * has is left alone; when two ask for one at once, its row in `job_queues` decides. Jobs that are this worker's
 * in the database but not in `held` are taken again: the reply that gave them was lost. A job whose last attempt
 * ended without a word is given up (`over`).
 */
export async function takeJobs(
  db: Queryable,
  { worker, most, mostOfQueue, held, enough }: Take,
): Promise<ClaimedJob[]> {
  const taken = await db.rows(sql<ClaimedJob & { over: boolean }>`
    with recursive lanes as (
      (select queue, priority from jobs where given_up_at is null
        order by queue, priority limit 1)
      union all
      select beyond.queue, beyond.priority from lanes cross join lateral (
        select queue, priority from jobs
        where given_up_at is null and (queue, priority) > (lanes.queue, lanes.priority)
        order by queue, priority limit 1) as beyond),
    open as (
      select queue, priority from lanes
      where queue <> all (${enough}::text[]) and not exists (
        select 1 from job_queues q
        where q.name = lanes.queue and q.worker <> ${worker} and q.leased_until > now())),
    due as materialized (
      select head.id, lane.queue
      from (select queue, priority from open order by priority, queue = '') as lane
      cross join lateral (
        select id from jobs
        where queue = lane.queue and priority = lane.priority and given_up_at is null
          and due_at <= now() and (leased_until is null or leased_until < now()
            or (worker = ${worker} and id <> all (${idsOf(held)}::bigint[])))
        order by due_at, id
        limit case when lane.queue = '' then ${most}::int else ${mostOfQueue}::int end
        for update skip locked) as head
      limit ${most}),
    mine as (
      insert into job_queues (name, worker, leased_until)
      select distinct queue, ${worker}, now() + ${leaseMs}::float8 * interval '1 ms'
      from due where queue <> '' order by queue
      on conflict (name) do update
        set worker = excluded.worker, leased_until = excluded.leased_until
        where job_queues.worker = excluded.worker or job_queues.leased_until < now()
      returning name)
    update jobs set attempts = least(attempts + 1, max_attempts), worker = ${worker},
      leased_until = now() + ${leaseMs}::float8 * interval '1 ms',
      given_up_at = case when attempts >= max_attempts then now() end,
      last_error = case when attempts < max_attempts then last_error
        else coalesce(last_error, 'its worker ended in the middle of it') end
    from due
    where jobs.id = due.id and (due.queue = '' or due.queue in (select name from mine))
    returning jobs.id::text, jobs.task, jobs.payload, jobs.attempts as attempt,
      jobs.max_attempts as "mostAttempts", jobs.priority, jobs.queue, given_up_at is not null as over,
      extract(epoch from now() - due_at)::float8 as "waitedSeconds"`);
  return taken
    .filter(({ over }) => !over)
    .sort((a, b) => a.priority - b.priority || Number(a.id) - Number(b.id));
}

/** Jobs of a worker, as its attempts of them. */
const idsOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ id }) => id);
const attemptsOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ attempt }) => attempt);

/** Deletes done jobs, whichever worker holds them by now. */
export function deleteJobs(db: Queryable, jobs: readonly ClaimedJob[]): Promise<number> {
  return db.run(sql`delete from jobs where id = any (${idsOf(jobs)}::bigint[])`);
}

/**
 * Stores failures. After every attempt a job waits longer, from three seconds to six hours; after the last one it
 * is given up. One that another worker has begun since is left as it is.
 */
export function failJobs(
  db: Queryable,
  failed: readonly { readonly job: ClaimedJob; readonly error: string }[],
): Promise<number> {
  const jobs = failed.map(({ job }) => job);
  return db.run(sql`
    update jobs set leased_until = null, last_error = failed.error,
      due_at = now() + exp(least(attempts, 10)) * interval '1 s',
      given_up_at = case when attempts >= max_attempts then now() end
    from unnest(${idsOf(jobs)}::bigint[], ${attemptsOf(jobs)}::smallint[],
      ${failed.map(({ error }) => error)}::text[]) as failed (id, attempt, error)
    where jobs.id = failed.id and jobs.attempts = failed.attempt`);
}

/** Renews the lease of a worker's jobs and queues. */
export async function renewLeases(
  db: Queryable,
  worker: string,
  jobs: readonly ClaimedJob[],
): Promise<void> {
  await Promise.all([
    db.run(sql`
      update jobs set leased_until = now() + ${leaseMs}::float8 * interval '1 ms'
      from unnest(${idsOf(jobs)}::bigint[], ${attemptsOf(jobs)}::smallint[]) as held (id, attempt)
      where jobs.id = held.id and jobs.attempts = held.attempt`),
    db.run(sql`
      update job_queues set leased_until = now() + ${leaseMs}::float8 * interval '1 ms'
      where worker = ${worker}`),
  ]);
}

/** Releases jobs that were taken and not started. */
export function giveBack(db: Queryable, jobs: readonly ClaimedJob[]): Promise<number> {
  return db.run(sql`
    update jobs set leased_until = null, attempts = attempts - 1
    from unnest(${idsOf(jobs)}::bigint[], ${attemptsOf(jobs)}::smallint[]) as held (id, attempt)
    where jobs.id = held.id and jobs.attempts = held.attempt`);
}

/** Releases queues of which a worker has no more jobs. */
export function leaveQueues(
  db: Queryable,
  worker: string,
  names: readonly string[],
): Promise<number> {
  return db.run(sql`
    delete from job_queues where worker = ${worker} and name = any (${names}::text[])`);
}

/** How many jobs wait, are worked on or will be tried again: all that were not given up. */
export async function countJobs(db: Queryable): Promise<number> {
  const { waiting } = await db.one(sql<{ waiting: number }>`
    select count(*)::int as waiting from jobs where given_up_at is null`);
  return waiting;
}

/** How many jobs failed at their last attempt, and wait for somebody to look. */
export async function countGivenUp(db: Queryable): Promise<number> {
  const { failed } = await db.one(sql<{ failed: number }>`
    select count(*)::int as failed from jobs where given_up_at is not null`);
  return failed;
}

/**
 * How long the job that waits longest has been due, of those nobody works on; 0 when there is none. It looks at
 * the first of each queue and priority, as `takeJobs` does, so it costs the same however many wait.
 */
export async function oldestDueSeconds(db: Queryable): Promise<number> {
  const { seconds } = await db.one(sql<{ seconds: number }>`
    with recursive lanes as (
      (select queue, priority from jobs where given_up_at is null
        order by queue, priority limit 1)
      union all
      select beyond.queue, beyond.priority from lanes cross join lateral (
        select queue, priority from jobs
        where given_up_at is null and (queue, priority) > (lanes.queue, lanes.priority)
        order by queue, priority limit 1) as beyond)
    select coalesce(greatest(extract(epoch from now() - min(head.due_at)), 0), 0)::float8 as seconds
    from lanes cross join lateral (
      select due_at from jobs
      where queue = lanes.queue and priority = lanes.priority and given_up_at is null
        and (leased_until is null or leased_until < now())
      order by due_at, id limit 1) as head`);
  return seconds;
}
