/**
 * Random histories of money that a provider takes back, of orders and added money of one member: whatever happens in
 * whatever order, and wherever the process is killed, all add up in the end (trust programme, L). HISTORY_RUNS says how many,
 * HISTORY_SEED from which seed on.
 */
import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { startShop } from '../testing/start-shop.ts';
import { play } from '../testing/taken-play.ts';

const { HISTORY_RUNS, HISTORY_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

/** Each kind of payment, with much that goes back; nothing in them happens at once: they are the same each time. */
const known = [53246, 53224, 52269];
const seeds =
  HISTORY_RUNS === undefined
    ? known
    : Array.from({ length: Number(HISTORY_RUNS) }, (_, i) => Number(HISTORY_SEED) + i);

test('L whatever is taken back, given, won and decided in whatever order, nothing is lost or paid twice', {
  timeout: minutes(3 + seeds.length / 10),
}, async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '0' } });
  // The provider on paper has its own.
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  // As much as is seen, and spent in any number.
  await shop.db.run(sql`
    update site_options set value = case name when 'points_percent' then '10' else '1' end
    where name in ('points_percent', 'points_least')`);
  const wrong: string[] = [];
  for (const seed of seeds)
    await play(shop, seed).catch((error: Error) => wrong.push(error.message));
  expect(wrong.length, wrong.join('\n\n')).toBe(0);
});
