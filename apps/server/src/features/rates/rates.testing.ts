/** Rates of currencies for a test that needs no year of them. */
import type { Shop } from '../../app.ts';
import { storeRates } from './queries.ts';

/** Asks the feed for today's rates alone. */
export async function fetchToday({ db, rates }: Pick<Shop, 'db' | 'rates'>): Promise<void> {
  const latest = await rates.latest();
  if (latest.kind !== 'done') throw new Error(`no rates: ${latest.reason}`);
  await storeRates(db, latest.value);
}
