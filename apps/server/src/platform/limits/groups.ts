/** Batches work that is cheaper together than one by one. */
import { type Db, sql, type Tx } from '../db/db.ts';
import { isRefusedByDatabase } from '../db/errors.ts';
import { Refusal } from '../http/refusal.ts';

export interface GroupWork<Wish, Done> {
  /** Most items in a group. */
  readonly most: number;
  /** Most waiting items; more are refused with `request.throttled`. */
  readonly mostWaiting: number;
  /** How long a group keeps the next one waiting; then both are under way. */
  readonly turnMs: number;
  /** Does all of a group and answers in its order, or throws. */
  together(wishes: readonly Wish[]): Promise<readonly Done[]>;
  /** Whether a failed group certainly did nothing; otherwise each item gets the error. */
  isUndone(error: unknown): boolean;
  /** Does a single item of a group that did nothing. */
  alone(wish: Wish): Promise<Done>;
  /** Keys that no two items of a group may share, such as the owner of the money they move. */
  apart?(wish: Wish): readonly string[];
  /** How to remember items that make groups fail; without it they may join the next group. */
  readonly luck?: Luck<Wish>;
}

/** Keys that failed run alone until one of theirs succeeds, so that nobody can make groups fail at will. */
interface Luck<Wish> {
  namesOf(wish: Wish): readonly string[];
  /** Those of its names that a wish which failed alone is remembered by. */
  blamed(wish: Wish, error: unknown): readonly string[];
}

/** Most remembered keys. */
const mostUnlucky = 10_000;

interface Waiting<Wish, Done> {
  readonly wish: Wish;
  resolve(done: Done): void;
  reject(error: unknown): void;
}

interface Unlucky<Wish> {
  has(wish: Wish): boolean;
  failed(wish: Wish, error: unknown): void;
  did(wish: Wish): void;
}

function remembering<Wish>({ namesOf, blamed }: Luck<Wish>): Unlucky<Wish> {
  const unlucky = new Set<string>();
  return {
    has: (wish) => namesOf(wish).some((name) => unlucky.has(name)),
    failed(wish, error) {
      if (unlucky.size >= mostUnlucky) unlucky.clear();
      for (const name of blamed(wish, error)) unlucky.add(name);
    },
    did(wish) {
      for (const name of namesOf(wish)) unlucky.delete(name);
    },
  };
}

/** Takes the first items without shared keys out of a queue. */
function takeApart<T>(line: T[], most: number, namesOf: (one: T) => readonly string[]): T[] {
  const names = new Set<string>();
  const group: T[] = [];
  for (let i = 0; i < line.length && group.length < most; ) {
    const one = line[i] as T;
    const own = namesOf(one);
    if (own.some((name) => names.has(name))) i += 1;
    else {
      for (const name of own) names.add(name);
      group.push(...line.splice(i, 1));
    }
  }
  return group;
}

/** Waits for work that never rejects, up to a time limit. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Answers what does a wish. The first begins at once; those that come while a group is under way are the
 * next one. When a group is undone each of it is tried alone, so that nobody hears of another's failure.
 */
export function makeGroups<Wish, Done>(work: GroupWork<Wish, Done>): (wish: Wish) => Promise<Done> {
  const waiting: Waiting<Wish, Done>[] = [];
  const unlucky = remembering(work.luck ?? { namesOf: () => [], blamed: () => [] });
  let busy = false;

  const alone = async (wish: Wish): Promise<Done> => {
    try {
      const done = await work.alone(wish);
      unlucky.did(wish);
      return done;
    } catch (error) {
      unlucky.failed(wish, error);
      throw error;
    }
  };

  const take = () => takeApart(waiting, work.most, ({ wish }) => work.apart?.(wish) ?? []);
  const go = async (group: readonly Waiting<Wish, Done>[]): Promise<void> => {
    try {
      const done = await work.together(group.map(({ wish }) => wish));
      if (done.length !== group.length) throw new Error('a group was answered in part');
      done.forEach((one, i) => {
        group[i]?.resolve(one);
      });
    } catch (error) {
      const isUndone = work.isUndone(error);
      // Not awaited: a slow item does not delay the next group.
      for (const { wish, resolve, reject } of group)
        if (isUndone) alone(wish).then(resolve, reject);
        else reject(error);
    }
  };
  const next = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) await atMost(work.turnMs, go(take()));
    busy = false;
  };

  return async (wish) => {
    if (unlucky.has(wish)) return alone(wish);
    if (waiting.length >= work.mostWaiting)
      throw new Refusal('request.throttled', { retryAfterSeconds: 1 });
    return new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      void next();
    });
  };
}

/**
 * Groups that are a transaction each: so many wishes at most; a second for a database that does not answer; some seconds'
 * worth may wait.
 */
export const oneTransaction = {
  most: 16,
  mostWaiting: 2_000,
  turnMs: 1_000,
  isUndone: isRefusedByDatabase,
} as const;

/** Lock timeout of a group; after it each item runs alone. */
const lockMs = 200;

/** The transaction of a group. */
export function groupTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.tx(async (tx) => {
    const [, done] = await Promise.all([
      tx.run(sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`),
      work(tx),
    ]);
    return done;
  });
}
