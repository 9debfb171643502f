/** A worker: takes jobs, runs them, stores their results, and runs chores. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '../platform/db/db.ts';
import { crashPoint } from '../platform/process/crash.ts';
import { seconds } from '../platform/process/durations.ts';
import type { Log } from '../platform/process/log.ts';
import { newId } from '../platform/secrets/ids.ts';
import { makeHands } from './hands.ts';
import type { Chore, Handlers } from './jobs.ts';
import {
  type ClaimedJob,
  deleteJobs,
  failJobs,
  giveBack,
  leaveQueues,
  renewLeases,
  takeJobs,
} from './queries.ts';
import { repeat } from './repeat.ts';

export interface WorkerOptions {
  readonly db: Db;
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
  /** When it last heard from the database, by `performance.now()`. */
  turnedMs(): number;
}

const turnEveryMs = 50;
const renewEveryMs = seconds(20);
/** Jobs taken of one queue at once, run one after the other. */
const mostOfQueue = 16;

/** At the end, storing results is tried so often, so long apart. */
const lastTries = 5;
const lastPauseMs = seconds(1);

/** First runs are spread, so that a start does not flood the database. */
const beginsApartMs = 100;

const queuesOf = (jobs: readonly ClaimedJob[]) => {
  const names = new Set(jobs.map(({ queue }) => queue));
  names.delete('');
  return [...names];
};

/** Stores results, with so many tries: what is not stored runs again elsewhere. */
async function writeLast(
  write: () => Promise<void>,
  { log, tries }: { log: Log; tries: number },
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (tries > 1) {
      await sleep(lastPauseMs);
      return writeLast(write, { log, tries: tries - 1 });
    }
    log.warn({ err: error, part: 'jobs' }, 'what became of jobs could not be written down');
  }
}

/**
 * The worker's side of the queue. All it has to say goes in one transaction and one round trip, every twentieth
 * of a second at most: what is done, what failed, what it still has, and what it takes next. When that fails
 * the same is said again the next time, so every statement bears to be run twice.
 */
function makeTurns({ db, log, handlers, concurrency }: WorkerOptions) {
  const worker = newId('wrk');
  const hands = makeHands({ handlers, log, atOnce: concurrency });
  let queues: readonly string[] = [];
  let renewedMs = performance.now();
  let turnedMs = renewedMs;

  /** Results to store, as statements of a transaction. */
  const writes = (back: readonly ClaimedJob[]) => {
    const { ended, held } = hands;
    const done = ended.filter(({ error }) => error === undefined).map(({ job }) => job);
    const failed = ended.flatMap(({ job, error }) => (error === undefined ? [] : [{ job, error }]));
    const needed = queuesOf(held);
    const left = queues.filter((queue) => !needed.includes(queue));
    const renews = held.length > 0 && performance.now() - renewedMs > renewEveryMs;
    const statements: ((tx: Tx) => Promise<unknown>)[] = [
      ...(done.length > 0 ? [(tx: Tx) => deleteJobs(tx, done)] : []),
      ...(failed.length > 0 ? [(tx: Tx) => failJobs(tx, failed)] : []),
      ...(back.length > 0 ? [(tx: Tx) => giveBack(tx, back)] : []),
      ...(renews ? [(tx: Tx) => renewLeases(tx, worker, held)] : []),
      ...(left.length > 0 ? [(tx: Tx) => leaveQueues(tx, worker, left)] : []),
    ];
    return {
      statements,
      written() {
        hands.forget(ended);
        queues = needed;
        if (renews) renewedMs = performance.now();
      },
    };
  };
  const turn = async (most: number, back: readonly ClaimedJob[] = []): Promise<void> => {
    const { statements, written } = writes(back);
    if (most === 0 && statements.length === 0) {
      turnedMs = performance.now();
      return;
    }
    const { held, waiting } = hands;
    const take = { worker, most, mostOfQueue, held, enough: queuesOf(waiting) };
    const [taken] = await db.tx((tx) =>
      tx.last(async () => {
        const writing = Promise.all(statements.map((write) => write(tx)));
        return Promise.all([most > 0 ? takeJobs(tx, take) : [], writing]);
      }),
    );
    written();
    turnedMs = performance.now();
    if (taken.length > 0) crashPoint('jobs.taken');
    if (most > 0) hands.add(taken);
    queues = [...new Set([...queues, ...queuesOf(taken)])];
  };
  return {
    turn: () => turn(hands.wish()),
    turnedMs: () => turnedMs,
    /** Releases jobs that were not started, and waits for running ones. */
    async end() {
      const back = hands.drop();
      await writeLast(() => turn(0, back), { log, tries: 1 });
      await hands.idle();
      await writeLast(() => turn(0), { log, tries: lastTries });
    },
  };
}

/** Starts running due jobs and chores. */
export function startWorker(options: WorkerOptions): Worker {
  const { log, chores } = options;
  const { turn, turnedMs, end } = makeTurns(options);
  const loops = [
    repeat(log, { name: 'jobs', everyMs: turnEveryMs, run: turn }),
    ...chores.map((chore, index) => repeat(log, { firstAfterMs: index * beginsApartMs, ...chore })),
  ];
  let stopping: Promise<void> | undefined;
  return {
    turnedMs,
    async chore(name) {
      const chore = chores.find((c) => c.name === name);
      if (!chore) throw new Error(`no chore ${name}`);
      await chore.run();
    },
    stop() {
      stopping ??= (async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
        await end();
      })();
      return stopping;
    },
  };
}
