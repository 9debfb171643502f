/** Views, counted in memory and written in batches: a popular brand's row is not written per look. */
import type { Db } from '../../platform/db.ts';
import { addViews } from './queries.ts';

export interface ViewCounter {
  count(brandId: string): void;
  /** Writes what was counted; what can not be written is kept for the next time. */
  flush(): Promise<void>;
}

/** Starts counting. */
export function countViews(db: Db): ViewCounter {
  let counts = new Map<string, number>();
  const add = (brandId: string, views: number) => {
    counts.set(brandId, (counts.get(brandId) ?? 0) + views);
  };
  return {
    count: (brandId) => add(brandId, 1),
    async flush() {
      if (counts.size === 0) return;
      const batch = counts;
      counts = new Map();
      try {
        await addViews(db, batch);
      } catch (error) {
        for (const [brandId, views] of batch) add(brandId, views);
        throw error;
      }
    },
  };
}
