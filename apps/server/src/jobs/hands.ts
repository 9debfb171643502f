/** The jobs a worker has taken: waiting for a free slot, running, and finished. */
import { crashPoint } from '../platform/process/crash.ts';
import type { Log } from '../platform/process/log.ts';
import { secondsSince } from '../platform/process/meters.ts';
import { beginSpan, within } from '../platform/process/tracing.ts';
import type { Handlers } from './jobs.ts';
import type { ClaimedJob } from './queries.ts';
import { jobTook, jobWaited } from './timed.ts';

/** The result of a job; without an error it is done. */
export interface Ended {
  readonly job: ClaimedJob;
  readonly error?: string;
}

export interface HandsOptions {
  readonly handlers: Handlers;
  readonly log: Log;
  /** Jobs at once. */
  readonly atOnce: number;
}

const longestError = 2_000;

/** An error's text, cut for the database. */
const wordsOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .slice(0, longestError);

const mostAhead = 512;

/** Runs a job; a failure is logged and returned. */
async function workOn(job: ClaimedJob, { handlers, log }: HandsOptions): Promise<Ended> {
  const { id, task, attempt, mostAttempts } = job;
  const beganMs = performance.now();
  const ended = (outcome: string) => {
    jobTook({ task, outcome }, secondsSince(beganMs));
    span?.end({ outcome, attempt: String(attempt) }, outcome !== 'done');
  };
  const span = beginSpan('consumer', `job ${task}`, Object(job.payload).traceparent);
  return within(span, async () => {
    try {
      const handle = handlers[task];
      if (!handle) throw new Error(`nobody here knows how to do ${task}`);
      await handle(job.payload as never);
      crashPoint('jobs.worked');
      ended('done');
      return { job };
    } catch (error) {
      const isLast = attempt >= mostAttempts;
      ended(isLast ? 'given_up' : 'failed');
      log.error(
        { err: error, part: 'jobs', job: id, task, attempt, mostAttempts },
        isLast ? 'a job was given up' : 'a job failed and will be tried again',
      );
      return { job, error: wordsOf(error) };
    }
  });
}

/**
 * How many more jobs to take. While all that was taken is done within a turn, more are taken ahead of free hands; where
 * jobs take long, none, so that an urgent job that comes later is next.
 */
function makeWish(atOnce: number) {
  let ahead = 0;
  /** How many were asked for last, and whether so many came. */
  let wished = 0;
  let full = false;
  return {
    wish(free: number, beginnable: number): number {
      if (full && free > 0) ahead = Math.min(mostAhead, Math.max(atOnce, 2 * ahead));
      else if (beginnable > ahead / 2) ahead = Math.floor(ahead / 2);
      wished = Math.max(0, free + ahead - beginnable);
      full = false;
      return wished;
    },
    came(jobs: number): void {
      full = jobs === wished;
    },
  };
}

export function makeHands(options: HandsOptions) {
  const { atOnce } = options;
  let waiting: ClaimedJob[] = [];
  /** When a job was taken. */
  const takenMs = new WeakMap<ClaimedJob, number>();
  const working = new Set<ClaimedJob>();
  let ended: Ended[] = [];
  let onIdle: (() => void) | undefined;
  const { wish, came } = makeWish(atOnce);

  const isFree = ({ queue }: ClaimedJob) =>
    queue === '' || ![...working].some((other) => other.queue === queue);
  const begin = async (job: ClaimedJob): Promise<void> => {
    working.add(job);
    jobWaited({ task: job.task }, job.waitedSeconds + secondsSince(takenMs.get(job) ?? 0));
    const end = await workOn(job, options);
    ended.push(end);
    working.delete(job);
    beginNext();
    if (working.size === 0) onIdle?.();
  };
  const beginNext = (): void => {
    while (working.size < atOnce) {
      const next = waiting.findIndex(isFree);
      if (next < 0) return;
      for (const job of waiting.splice(next, 1)) void begin(job);
    }
  };
  /** Of a queue one job is worked on at a time, so its others need no hand. */
  const beginnable = () => {
    const queues = new Set(waiting.map(({ queue }) => queue));
    queues.delete('');
    return waiting.filter(({ queue }) => queue === '').length + queues.size;
  };

  return {
    /** Jobs a worker holds. */
    get held(): readonly ClaimedJob[] {
      return [...waiting, ...working];
    },
    get waiting(): readonly ClaimedJob[] {
      return waiting;
    },
    /** Jobs whose result is not stored yet. */
    get ended(): readonly Ended[] {
      return [...ended];
    },
    forget(written: readonly Ended[]): void {
      const gone = new Set(written);
      ended = ended.filter((one) => !gone.has(one));
    },
    /** How many more jobs to take. */
    wish: () => wish(atOnce - working.size, beginnable()),
    /** Starts taken jobs as slots get free. */
    add(taken: readonly ClaimedJob[]): void {
      came(taken.length);
      for (const job of taken) takenMs.set(job, performance.now());
      waiting = [...waiting, ...taken].sort((a, b) => a.priority - b.priority);
      beginNext();
    },
    /** Starts no more jobs; answers those that were waiting. */
    drop: (): readonly ClaimedJob[] => waiting.splice(0),
    /** Resolves when no job runs. */
    idle: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (working.size === 0) resolve();
      }),
  };
}
