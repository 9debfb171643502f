/** Every capture is settled or given back within five minutes of the shop's clock (trust programme, L). */
import { expect, test } from 'vitest';
import { countJobs } from '../jobs/queries.ts';
import { sql } from '../platform/db/db.ts';
import { minutes, seconds } from '../platform/process/durations.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import { providerCaptures, runChore, unsettled } from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const stepMs = seconds(30);
const chores = ['reconcile', 'lapse', 'refunds', 'deliver'].map((name) => `checkout.${name}`);

/** Time passes, also for jobs that wait to be tried again, and what is due by then is done. */
async function pass(shop: TestShop): Promise<void> {
  await shop.moveClock(stepMs);
  for (const name of chores) await runChore(shop, name);
  await shop.db.run(sql`
    update jobs set due_at = due_at - ${stepMs} * interval '1 ms'`);
  const due = async () => {
    const { open } = await shop.db.one(sql<{ open: number }>`
      select count(*)::int as open from jobs where due_at <= now() and given_up_at is null`);
    return open;
  };
  await expect.poll(due).toBe(0);
}

/** How long it takes until our books and the provider's agree, and the provider holds or returned what it took. */
async function settledAfterMs(shop: TestShop, repaired: { afterMs: number }): Promise<number> {
  for (let passed = 0; passed < minutes(10); passed += stepMs) {
    const captures = await providerCaptures(shop);
    if (captures.length > 0 && (await unsettled(shop)).length === 0) return passed;
    if (passed === repaired.afterMs) shop.sandbox.faults.clear();
    await pass(shop);
  }
  throw new Error(`not settled after ten minutes: ${await unsettled(shop)}`);
}

/** An approved order by card of which no webhook will tell, at a shop with the provider's `faults`. */
async function approved(...faults: Parameters<TestShop['sandbox']['faults']['add']>[0][]) {
  const shop = await startShop({ env: { PAYPAL_TIMEOUT_MS: '3000' } });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  for (const fault of faults) shop.sandbox.faults.add(fault);
  return { shop, order };
}

const down = (operation: 'capture' | 'get' | 'refund') =>
  ({ operation, kind: 'http_500', times: 'always' }) as const;

longTest(
  'L a capture whose answer was lost, at a provider that is then away for two minutes',
  async () => {
    const lost = { operation: 'capture', kind: 'reset', after: true } as const;
    const { shop, order } = await approved(lost, down('capture'), down('get'));
    expect((await order.confirm()).status).toBe(202);
    expect(await settledAfterMs(shop, { afterMs: minutes(2) })).toBeLessThanOrEqual(minutes(5));
    expect(await providerCaptures(shop)).toMatchObject([{ status: 'COMPLETED' }]);
  },
);

test('L a capture whose answer and whose job were lost', async () => {
  const lost = { operation: 'capture', kind: 'reset', after: true, times: 'always' } as const;
  const { shop, order } = await approved(lost, down('get'));
  expect((await order.confirm()).status).toBe(202);
  await shop.db.run(sql`delete from jobs where leased_until is null`);
  expect(await settledAfterMs(shop, { afterMs: 0 })).toBeLessThanOrEqual(minutes(5));
  expect(await countJobs(shop.db)).toBe(0);
});

test('L an approval nobody told the shop about', async () => {
  const { shop } = await approved();
  expect(await settledAfterMs(shop, { afterMs: 0 })).toBeLessThanOrEqual(minutes(5));
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'COMPLETED' }]);
});

longTest('L a wrong amount that can not be given back for two minutes', async () => {
  const { shop, order } = await approved(
    { operation: 'capture', kind: 'wrong_amount' },
    down('refund'),
  );
  expect((await order.confirm()).status).toBe(409);
  expect(await settledAfterMs(shop, { afterMs: minutes(2) })).toBeLessThanOrEqual(minutes(5));
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
});
