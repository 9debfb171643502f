/**
 * Jobs of workers that were killed. The job runner holds such a job back for four hours; here the workers
 * say that they live, and what the silent ones held is worked on again within a minute or so.
 */
import { type Db, sql } from '../platform/db.ts';
import { minutes, seconds } from '../platform/durations.ts';

export const sayEveryMs = seconds(10);
/** Longer than a worker is ever too busy to speak; jobs are safe to run twice, but need not. */
const silentMs = minutes(1);

/** Says that a worker lives. */
export async function sayAlive(db: Db, workerId: string): Promise<void> {
  await db.run(sql`
    insert into job_workers (id, seen_at) values (${workerId}, now())
    on conflict (id) do update set seen_at = now()`);
}

/** Gives back what a runner held that has ended. */
export async function freeJobsOf(db: Db, runnerId: string): Promise<void> {
  await db.run(sql`select graphile_worker.force_unlock_workers(array[${runnerId}::text])`);
}

/**
 * Gives back what a living runner holds without knowing: it took a job, and the answer was lost. `known` are the
 * ids of the jobs it works on; one that was taken a moment ago may still be on its way.
 */
export async function freeUnknown(
  db: Db,
  runnerId: string,
  known: readonly string[],
): Promise<void> {
  await db.run(sql`
    with freed as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = ${runnerId} and locked_at < now() - interval '5 s'
        and not (id = any(${known}::bigint[]))
      returning job_queue_id)
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by = ${runnerId} and id in (select job_queue_id from freed)`);
}

/** Gives back what silent workers hold; answers how many of them held something. */
export async function freeOrphans(db: Db): Promise<number> {
  const { silent } = await db.one(sql<{ silent: number }>`
    with silent as (
      select distinct locked_by as id from graphile_worker.jobs j
      where locked_by is not null and locked_at < now() - ${silentMs}::float8 * interval '1 ms'
        and not exists (select 1 from job_workers w where w.id = j.locked_by
          and w.seen_at > now() - ${silentMs}::float8 * interval '1 ms')),
    freed as (select graphile_worker.force_unlock_workers(array_agg(id)) from silent)
    select (select count(*) from silent)::int as silent, (select count(*) from freed)::int`);
  await db.run(sql`delete from job_workers where seen_at < now() - interval '1 day'`);
  return silent;
}
