/** Prices begin to hold at their time. */
import type { Chore } from '../../../jobs/jobs.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sweepAll } from '../../../platform/db/sweep.ts';
import { seconds } from '../../../platform/process/durations.ts';
import { importAlone } from '../queries.ts';
import { applyDue, hasDuePrices } from './edit-queries.ts';

/** Gives cards the prices that are due. Alone with edits and imports, so that locks are taken in one order. */
async function applySome(db: Db, most: number): Promise<number> {
  if (!(await hasDuePrices(db))) return 0;
  return db.tx(async (tx) => {
    await importAlone(tx);
    return applyDue(tx, most);
  });
}

/** A card may have several that are due: a round gives it one. */
export const priceChore = (db: Db): Chore => ({
  name: 'catalog.prices',
  everyMs: seconds(5),
  async run(stopping) {
    while (!stopping?.aborted && (await hasDuePrices(db)))
      await sweepAll(stopping, (most) => applySome(db, most));
  },
});
