/** The job runner, kept running. */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { seconds } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import type { Pool } from '../platform/pool.ts';

export interface RunnerOptions {
  readonly pool: Pool['pool'];
  readonly taskList: TaskList;
  readonly concurrency: number;
  readonly log: Log;
  /** What a runner held in its name is free to be worked on by others. */
  readonly letGo: (runnerId: string) => Promise<void>;
}

export interface Running {
  /** The name the present runner holds its jobs by. */
  readonly id: string;
  stop(): Promise<void>;
}

const pauseMs = seconds(1);

/**
 * Runs jobs until stopped. A runner ends when it can not write down what became of a job: another one takes
 * its place, and its jobs. A database that is away is no reason (`platform/patient-pool.ts`).
 */
export async function keepRunning(options: RunnerOptions): Promise<Running> {
  const { log, letGo } = options;
  let current = await startRunner(options);
  const stopping = new AbortController();
  const watch = async () => {
    for (;;) {
      await current.runner.promise.catch(() => undefined);
      while (!stopping.signal.aborted) {
        log.warn({ part: 'jobs' }, 'the job runner ended and is started again');
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        const next = await letGo(current.id)
          .then(() => startRunner(options))
          .catch((error: unknown) => log.error({ err: error, part: 'jobs' }, 'no job runner'));
        if (!next) continue;
        current = next;
        break;
      }
      if (stopping.signal.aborted) return;
    }
  };
  const watching = watch();
  return {
    get id() {
      return current.id;
    },
    async stop() {
      stopping.abort();
      // One that just ended by itself needs no stopping; it says so by rejecting.
      await current.runner.stop().catch(() => undefined);
      await watching;
      await current.runner.stop().catch(() => undefined);
    },
  };
}

async function startRunner({ pool, taskList, concurrency, log }: RunnerOptions) {
  const events: WorkerEvents = new EventEmitter();
  let id = '';
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  const runner: Runner = await run({
    pgPool: pool,
    events,
    concurrency,
    pollInterval: seconds(1),
    noHandleSignals: true,
    logger: quietLogger(log),
    taskList,
    // Without a delay the runner does not wait for what it writes down about a job, and a failure of that
    // would end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return { runner, id };
}

/** The job runner's own log lines: warnings and errors as ours, the rest as debug. */
export function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const { error, ...fields } = meta ?? {};
    const facts = { ...fields, ...(error !== undefined && { err: error }), part: 'jobs' };
    if (level === 'error') log.error(facts, message);
    else if (level === 'warning') log.warn(facts, message);
    else log.debug({ part: 'jobs' }, message);
  });
}
