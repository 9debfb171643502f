/**
 * Views, counted in memory and written in batches: a popular brand's row is not written per look. A visitor
 * counts once a day for a brand, so that nobody makes a best seller by looking at it again and again.
 */
import type { Db } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { addViews } from './queries.ts';

export interface ViewCounter {
  /** Counts a look unless `visitor` (a network) was counted for the brand within half a day. */
  count(brandId: string, visitor: string): void;
  /** Writes what was counted; what can not be written is kept for the next time. */
  flush(): Promise<void>;
}

/** Who has looked is remembered in two halves; the older one is forgotten when the newer one is full or old. */
const halfMs = hours(12);
const mostInHalf = 50_000;

/** Says whether a visitor is new to a brand: within half a day for certain, after a whole one no longer. */
function rememberLooks(now: () => number): (brandId: string, visitor: string) => boolean {
  let newer = new Set<string>();
  let older = new Set<string>();
  let began = now();
  return (brandId, visitor) => {
    if (newer.size >= mostInHalf || now() - began >= halfMs) {
      older = now() - began >= 2 * halfMs ? new Set() : newer;
      newer = new Set();
      began = now();
    }
    const look = `${brandId} ${visitor}`;
    if (newer.has(look) || older.has(look)) return false;
    newer.add(look);
    return true;
  };
}

/** Starts counting. */
export function countViews(db: Db, now: () => number = () => performance.now()): ViewCounter {
  let counts = new Map<string, number>();
  const isNew = rememberLooks(now);
  const add = (brandId: string, views: number) => {
    counts.set(brandId, (counts.get(brandId) ?? 0) + views);
  };
  return {
    count(brandId, visitor) {
      if (isNew(brandId, visitor)) add(brandId, 1);
    },
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
