/** Jobs (named, enqueued, handled) and chores (periodic work). */
import type { Queryable, Tx } from '../platform/db/db.ts';
import { insertJobs, openPayloads } from './queries.ts';

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

const usual = { delayMs: 0, priority: 0, queue: '' };

/** Enqueues a job in the caller's transaction: it exists if and only if the transaction commits. */
export function enqueue<P extends Payload>(
  tx: Queryable,
  { job, payload, ...how }: Enqueue<P>,
): Promise<number> {
  return insertJobs(tx, { ...job, ...usual, ...how, payloads: [payload] });
}

/** Enqueues a job of one kind for each payload, like `enqueue`, in one statement. */
export function enqueueAll<P extends Payload>(
  tx: Tx,
  job: Job<P>,
  payloads: readonly P[],
): Promise<number> {
  return insertJobs(tx, { ...job, ...usual, payloads });
}

/** What the jobs of a kind in a queue are about that wait, are worked on or will be tried again. */
export const underWay = <P extends Payload>(db: Queryable, { task }: Job<P>, queue: string) =>
  openPayloads(db, task, queue) as Promise<P[]>;

export type Handlers = Readonly<Record<string, (payload: never) => Promise<void>>>;

/**
 * Periodic work, such as sweeping lapsed orders. Several processes may run it at once: it claims its rows.
 */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** Delay before the first run; by default chores begin shortly after each other. */
  readonly firstAfterMs?: number;
  /** Does the pending work; starts nothing more once `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>;
}
