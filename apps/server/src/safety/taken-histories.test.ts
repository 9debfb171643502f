/**
 * Random histories of money that a provider takes back: whatever happens in whatever order, all add up in the end (trust
 * programme, L). HISTORY_RUNS says how many, HISTORY_SEED from which seed on.
 */
import { expect, test } from 'vitest';
import { minutes } from '../platform/durations.ts';
import { startShop } from '../testing/start-shop.ts';
import { play } from '../testing/taken-play.ts';

const { HISTORY_RUNS, HISTORY_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

/** Two of each kind of payment, with much that goes back; nothing in them happens at once: they are the same each time. */
const known = [50748, 50917, 50127, 50382, 50724, 50046];
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
  const wrong: string[] = [];
  for (const seed of seeds)
    await play(shop, seed).catch((error: Error) => wrong.push(error.message));
  expect(wrong.length, wrong.join('\n\n')).toBe(0);
});
