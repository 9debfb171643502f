import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations, type TaskList } from 'graphile-worker';
import { crashPoint } from '../platform/crash.ts';
import { type Db, type Queryable, sql, type Tx } from '../platform/db.ts';
import { minutes, seconds } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import { patientPool } from '../platform/patient-pool.ts';
import { answersWithinMs, openPool } from '../platform/pool.ts';
import type { Patience } from '../platform/table-locks.ts';
import { freeJobsOf, freeOrphans, freeUnknown, sayAlive, sayEveryMs } from './orphans.ts';
import { keepRunning, quietLogger } from './runner.ts';

type Payload = Readonly<Record<string, string | number | boolean | null>>;

/** A kind of job. Payloads carry ids rather than objects; handlers are safe to run twice. */
export interface Job<P extends Payload> {
  readonly task: string;
  readonly attempts: number;
  /** Only for the type checker. */
  readonly payload?: P;
}

/** Names a job. Names follow `feature.verb`. */
export function defineJob<P extends Payload>(task: string, { attempts = 12 } = {}): Job<P> {
  return { task, attempts };
}

export interface Enqueue<P extends Payload> {
  readonly job: Job<P>;
  readonly payload: P;
  /** Not before this delay. */
  readonly delayMs?: number;
  /** A job of a lower number goes first; 0 is usual. */
  readonly priority?: number;
  /** Of the jobs of a queue one runs at a time, so that they never take every worker. */
  readonly queue?: string;
}

/** Enqueues a job in the caller's transaction: it exists if and only if the transaction commits. */
export function enqueue<P extends Payload>(
  tx: Queryable,
  { job, payload, delayMs = 0, priority = 0, queue }: Enqueue<P>,
): Promise<number> {
  return tx.run(sql`
    insert into outbox (task, payload, run_at, priority, queue) values (${job.task},
      ${{ ...payload, attempts: job.attempts }},
      case when ${delayMs}::float8 > 0 then now() + ${delayMs}::float8 * interval '1 ms' end,
      ${priority}, ${queue ?? null})`);
}

/** Enqueues a job of one kind for each payload, like `enqueue`, in one statement. */
export function enqueueAll<P extends Payload>(
  tx: Tx,
  job: Job<P>,
  payloads: readonly P[],
): Promise<number> {
  return tx.run(sql`
    insert into outbox (task, payload)
    select ${job.task}, payload
    from unnest(${payloads.map((payload) => ({ ...payload, attempts: job.attempts }))}::jsonb[])
      as payload`);
}

const relayBatch = 500;

/** Moves enqueued jobs to the job runner; answers how many. Each is moved exactly once. */
export async function relay(db: Db): Promise<number> {
  const { moved } = await db.one(sql<{ moved: number }>`
    with due as (
      delete from outbox where id in (
        select id from outbox order by id limit ${relayBatch} for update skip locked)
      returning id, task, payload, run_at, priority, queue),
    added as (
      select graphile_worker.add_jobs(array_agg((
        task, (payload - 'attempts')::json, queue, run_at, (payload ->> 'attempts')::smallint, null,
        priority, null)::graphile_worker.job_spec order by id)) as jobs
      from due)
    select (select count(*) from due)::int as moved, (select count(jobs) from added)::int`);
  if (moved > 0) crashPoint('jobs.relayed');
  return moved;
}

/** How many jobs wait or are tried again: enqueued, relayed, not given up. */
export async function countJobs(db: Queryable): Promise<number> {
  const { waiting } = await db.one(sql<{ waiting: number }>`
    select ((select count(*) from outbox) + (select count(*) from graphile_worker.jobs
      where attempts < max_attempts))::int as waiting`);
  return waiting;
}

/** How many jobs failed at their last attempt, and wait for somebody to look. */
export async function countGivenUp(db: Queryable): Promise<number> {
  const { failed } = await db.one(sql<{ failed: number }>`
    select count(*)::int as failed from graphile_worker.jobs where attempts >= max_attempts`);
  return failed;
}

export type Handlers = Readonly<Record<string, (payload: never) => Promise<void>>>;

/**
 * Something done again and again, such as sweeping lapsed orders. Several processes may run it at once:
 * it claims what it works on.
 */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** How long a process works before the first time; by default its chores begin shortly after each other. */
  readonly firstAfterMs?: number;
  /** Works on what is there; begins with nothing more once it is told to stop. */
  run(stopping?: AbortSignal): Promise<void>;
}

export interface WorkerOptions {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly handlers: Handlers;
  readonly chores: readonly Chore[];
  readonly concurrency: number;
}

export interface Worker {
  /** Runs one chore now, for tests and the command line. */
  chore(name: string): Promise<void>;
  /** Waits for the jobs under way. Safe to repeat. */
  stop(): Promise<void>;
}

/** Brings the job runner's own tables up to date; fails when it waits for one of them for too long. */
export async function migrateJobs(
  databaseUrl: string,
  { log, waitMs }: Pick<Patience, 'log' | 'waitMs'>,
): Promise<void> {
  const { pool, close } = openPool(databaseUrl, { max: 2, log });
  pool.on('connect', (client) => {
    client.query(`set lock_timeout = ${waitMs}`).catch(() => undefined);
  });
  try {
    await runMigrations({ pgPool: pool, logger: quietLogger(log) });
  } finally {
    await close();
  }
}

const relayEveryMs = 200;
/** What became of a job is written down within this time, at the latest once the database is there again. */
const writtenWithinMs = seconds(30);
/** For so long after the database was lost a runner gives back what it holds without knowing. */
const freesForMs = minutes(1);
/** A runner that stops looks so often, and so many times in a row, whether it still finds no database. */
const awayEveryMs = 500;
const awayTimes = 10;
/** It asks again within this time. */
const longestSilenceMs = seconds(3);

/** Starts working: relays the outbox, runs jobs and chores. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, log, handlers, chores } = options;
  /** The jobs worked on, and for a while those that were; how often each. */
  const known = new Map<string, number>();
  const count = (id: string, change: 1 | -1) => {
    const times = (known.get(id) ?? 0) + change;
    if (times > 0) known.set(id, times);
    else known.delete(id);
  };
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([task, handle]) => [
      task,
      async (payload: unknown, { job: { id } }) => {
        count(id, 1);
        try {
          await handle(payload as never);
        } finally {
          setTimeout(() => count(id, -1), writtenWithinMs).unref();
        }
      },
    ]),
  );
  let lostMs = Number.NEGATIVE_INFINITY;
  // Its own pool would be left to close by itself, and breaks the process when the database goes first.
  const { pool, close } = openPool(options.databaseUrl, {
    max: options.concurrency + 2,
    log,
    silentMs: answersWithinMs,
  });
  const runner = await keepRunning({
    pool: patientPool(pool, () => {
      lostMs = performance.now();
    }),
    taskList,
    concurrency: options.concurrency,
    log,
    letGo: (runnerId) => freeJobsOf(db, runnerId),
  });
  const loops = [
    repeat(log, 'relay', relayEveryMs, async (stopping) => {
      while ((await relay(db)) === relayBatch && !stopping?.aborted);
    }),
    repeat(log, 'jobs.alive', sayEveryMs, async () => {
      await sayAlive(db, runner.id);
      if (performance.now() - lostMs < freesForMs)
        await freeUnknown(db, runner.id, [...known.keys()]);
      const silent = await freeOrphans(db);
      if (silent > 0) log.warn({ silent }, 'jobs of workers that are gone will be worked on again');
    }),
    ...chores.map((chore, index) =>
      repeat(
        log,
        chore.name,
        chore.everyMs,
        (stopping) => chore.run(stopping),
        chore.firstAfterMs ?? index * beginsApartMs,
      ),
    ),
  ];
  /** Stops the runner, which would wait for ever for a database that is gone: others do its jobs again. */
  const stopRunner = async () => {
    let stopped = false;
    const stop = runner.stop().then(() => {
      stopped = true;
    });
    for (let times = 0; times < awayTimes && !stopped; ) {
      await Promise.race([stop, sleep(awayEveryMs)]);
      times = performance.now() - lostMs < longestSilenceMs ? times + 1 : 0;
    }
  };
  let stopping: Promise<void> | undefined;
  return {
    async chore(name) {
      const chore = chores.find((c) => c.name === name);
      if (!chore) throw new Error(`no chore ${name}`);
      await chore.run();
    },
    stop() {
      stopping ??= (async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
        await stopRunner();
        await close();
      })();
      return stopping;
    },
  };
}

const longestPauseMs = seconds(5);

/** A start does not ask the database for everything at once, and has requests to answer. */
const beginsApartMs = 100;

/**
 * Repeats `work` with a pause, after a first one if there is any, until stopped. A failure is logged and does not end it; the pause doubles with
 * each in a row, up to a limit, so that a database that is away does not fill the log.
 */
function repeat(log: Log, name: string, pauseMs: number, work: Chore['run'], firstMs = 0) {
  const stopping = new AbortController();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    try {
      await work(stopping.signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!stopping.signal.aborted)
        log.error({ err: error, chore: name }, 'a chore failed and will be tried again');
    }
    if (stopping.signal.aborted) return;
    const longerMs = Math.min(pauseMs * 2 ** failures, longestPauseMs);
    timer = setTimeout(next, Math.max(pauseMs, longerMs));
  };
  const next = () => {
    running = turn();
  };
  if (firstMs === 0) next();
  else timer = setTimeout(next, firstMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
