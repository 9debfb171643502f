/** Currency rates for tests that need no history. */
import type { Shop } from '../../app.ts';
import { storeRates } from './queries.ts';

/** Fetches only the latest rates. */
export async function fetchToday({ db, rates }: Pick<Shop, 'db' | 'rates'>): Promise<void> {
  const latest = await rates.latest();
  if (latest.kind !== 'done') throw new Error(`no rates: ${latest.reason}`);
  await storeRates(db, latest.value);
}
