/**
 * Views of brands, counted in memory and written in batches instead of one update per view. Each visitor
 * counts once a day per brand, so that reloading can not push a brand up the best sellers.
 */
import type { Db } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { addViews } from './queries.ts';

export interface ViewCounter {
  /** Counts a view, unless `visitor` (a network) was counted for the brand lately: half a day at least. */
  count(brandId: string, visitor: string): void;
  /** Writes the counts; after a failure they are kept for the next flush. */
  flush(): Promise<void>;
}

/** Seen visitors are kept in two generations; the older is dropped when the newer is full or 12 hours old. */
const halfMs = hours(12);
const mostInHalf = 50_000;

/**
 * True for a visitor new to the brand: not within half a day of the last count, unless the sets overflow;
 * usually after a day, at the latest after a day and a half.
 */
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
