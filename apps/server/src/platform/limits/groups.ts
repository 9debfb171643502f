/** Work that costs less done together than one by one. */
import { type Db, sql, type Tx } from '../db/db.ts';
import { isRefusedByDatabase } from '../db/errors.ts';
import { Refusal } from '../http/refusal.ts';

export interface GroupWork<Wish, Done> {
  /** How many wishes make a group at most. */
  readonly most: number;
  /** How many may wait for their group; more are refused with `request.throttled`. */
  readonly mostWaiting: number;
  /** How long a group keeps the next one waiting; then both are under way. */
  readonly turnMs: number;
  /** Does all of a group, answering in its order, or throws. */
  together(wishes: readonly Wish[]): Promise<readonly Done[]>;
  /** Whether a group that threw has certainly done nothing; otherwise each of it hears the error. */
  isUndone(error: unknown): boolean;
  /** Does one wish of a group that has done nothing. */
  alone(wish: Wish): Promise<Done>;
  /** Names of what no two wishes of a group may have in common, such as whose money they move. */
  apart?(wish: Wish): readonly string[];
  /** How to know wishes that make groups fail; without it each is given another chance at once. */
  readonly luck?: Luck<Wish>;
}

/** Keeps anybody from making groups fail at will: names that failed go alone until one of theirs is done. */
interface Luck<Wish> {
  namesOf(wish: Wish): readonly string[];
  /** Those of its names that a wish which failed alone is remembered by. */
  blamed(wish: Wish, error: unknown): readonly string[];
}

/** Names remembered at most. */
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

/** Takes those that came first and have no name in common out of a line. */
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

/** Waits for work that never fails, but not for longer. */
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
      // Not waited for: one that takes long does not keep the next group waiting.
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

/** How long a group waits for what somebody else has locked; then each of it goes alone. */
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
