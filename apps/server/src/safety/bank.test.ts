import { expect, test } from 'vitest';
import { apiBase } from '../platform/http/http.ts';
import { seconds } from '../platform/process/durations.ts';
import { runBank } from '../testing/bank.ts';
import { startShop } from '../testing/start-shop.ts';

test('B 32 workers who send among members leave the sum of all money as it was, at every look', async () => {
  const shop = await startShop({ working: false });
  const seen = await runBank({
    shop,
    at: shop.url + apiBase,
    workers: 32,
    members: 20,
    currencies: ['usd', 'eur'],
    forMs: seconds(4),
  });
  expect(seen.deviations).toEqual([]);
  expect(seen.faults).toEqual([]);
  expect(seen.sends).toBeGreaterThan(20);
  expect(seen.snapshots).toBeGreaterThan(5);
});
