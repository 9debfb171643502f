/** Work that costs less done together than one by one. */
import { Refusal } from './refusal.ts';

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
}

interface Waiting<Wish, Done> {
  readonly wish: Wish;
  resolve(done: Done): void;
  reject(error: unknown): void;
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
  let busy = false;

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
        if (isUndone) work.alone(wish).then(resolve, reject);
        else reject(error);
    }
  };
  const next = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) await atMost(work.turnMs, go(waiting.splice(0, work.most)));
    busy = false;
  };

  return async (wish) => {
    if (waiting.length >= work.mostWaiting)
      throw new Refusal('request.throttled', { retryAfterSeconds: 1 });
    return new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      void next();
    });
  };
}
