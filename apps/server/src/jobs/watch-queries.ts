/** The SQL of operators' job commands. */
import { type Queryable, sql } from '../platform/db/db.ts';
import { type Waiting, waitingIn } from '../platform/db/waiting.ts';

export const jobStates = ['failed', 'waiting', 'running'] as const;
export type JobState = (typeof jobStates)[number];

export interface StoredJob {
  readonly id: string;
  readonly state: JobState;
  readonly task: string;
  readonly payload: unknown;
  readonly priority: number;
  readonly queue: string;
  readonly attempts: number;
  readonly mostAttempts: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly leasedUntil: Date | null;
  readonly error: string | null;
}

export interface Wanted {
  readonly state: JobState;
  readonly task: string | undefined;
  readonly limit: number;
}

/** Jobs in a state, of one task if it is named, in the order in which they came. */
export function listJobs(db: Queryable, { state, task, limit }: Wanted): Promise<StoredJob[]> {
  return db.rows(sql<StoredJob>`
    select * from (
      select id::text, case when given_up_at is not null then 'failed'
          when leased_until > now() then 'running' else 'waiting' end as state,
        task, payload, priority, queue, attempts, max_attempts as "mostAttempts", due_at as "dueAt",
        created_at as "createdAt", leased_until as "leasedUntil", last_error as error
      from jobs order by jobs.id) as job
    where state = ${state} and task = coalesce(${task ?? null}::text, task)
    limit ${limit}`);
}

/** Jobs that were given up, in the order in which they came; those beyond `after`. */
export function pageOfFailed(
  db: Queryable,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<StoredJob[]> {
  return db.rows(sql<StoredJob>`
    select id::text, 'failed' as state, task, payload, priority, queue, attempts,
      max_attempts as "mostAttempts", due_at as "dueAt", created_at as "createdAt",
      leased_until as "leasedUntil", last_error as error
    from jobs where given_up_at is not null and id > ${after ?? '0'}::bigint
    order by jobs.id limit ${limit}`);
}

/** One job, in whatever state. */
export function findJob(db: Queryable, id: string): Promise<StoredJob | undefined> {
  return db.first(sql<StoredJob>`
    select id::text, case when given_up_at is not null then 'failed'
        when leased_until > now() then 'running' else 'waiting' end as state,
      task, payload, priority, queue, attempts, max_attempts as "mostAttempts", due_at as "dueAt",
      created_at as "createdAt", leased_until as "leasedUntil", last_error as error
    from jobs where id = ${id}::bigint`);
}

/** Retries given-up jobs with all their attempts; answers how many. */
export function retryJobs(
  db: Queryable,
  { id, task }: { readonly id?: string; readonly task?: string },
): Promise<number> {
  return db.run(sql`
    update jobs set given_up_at = null, attempts = 0, due_at = now(), leased_until = null
    where given_up_at is not null and id = coalesce(${id ?? null}::bigint, id)
      and task = coalesce(${task ?? null}::text, task)`);
}

/** Jobs that were given up, by the time of that. */
export const failedJobs = (db: Queryable): Promise<Waiting> =>
  waitingIn(
    db,
    'select given_up_at as at from jobs where given_up_at is not null order by given_up_at',
  );

/** The tasks whose jobs failed at their last attempt and are tried again, those with the most first. */
export const failingTasks = (db: Queryable) =>
  db.rows(sql<{ task: string; count: number }>`
    select task, count(*)::int as count
    from (select task from jobs where last_error is not null and given_up_at is null
      limit 1000) failing
    group by task order by count desc, task limit 10`);
