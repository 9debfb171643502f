/** Work that costs less done together than one by one. */

export interface GroupWork<Wish, Done> {
  /** How many wishes make a group at most. */
  readonly most: number;
  /** Does all of a group, answering in its order, or throws and has done nothing. */
  together(wishes: readonly Wish[]): Promise<readonly Done[]>;
  /** Does one wish of a group that failed. */
  alone(wish: Wish): Promise<Done>;
}

interface Waiting<Wish, Done> {
  readonly wish: Wish;
  resolve(done: Done): void;
  reject(error: unknown): void;
}

/**
 * Answers what does a wish. The first begins at once; those that come while a group is under way are the
 * next one. When a group fails each of it is tried alone, so that nobody hears of another's failure.
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
    } catch {
      // Not waited for: one that takes long keeps no others waiting.
      for (const { wish, resolve, reject } of group) work.alone(wish).then(resolve, reject);
    }
  };
  const next = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) await go(waiting.splice(0, work.most));
    busy = false;
  };

  return (wish) =>
    new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      void next();
    });
}
