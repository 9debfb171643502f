/** The demo's back office has something to do. */
import { queues } from '@giftlane/contract/office/cases.ts';
import { showToday } from '@giftlane/contract/office/today.ts';
import { expect, test } from 'vitest';
import { startCoinShop } from '../../features/coins/coins.testing.ts';
import { makeOptions } from '../../features/content/content.ts';
import { queueCounts } from '../../features/today/queues.ts';
import { sql } from '../../platform/db/db.ts';
import { makeOperator } from '../../testing/office.ts';
import { seedDemo } from './demo.ts';
import { addDemoCases } from './demo-cases.ts';

const small = { brands: 8, codes: 5, bestSellerCodes: 5 };

/** Queues that are not counted yet: whoever counts one adds a case of it to the demo. */
const isCounted = (queue: string) => queue in queueCounts;

test('the demo leaves something in each queue of the office, once', async () => {
  const shop = await startCoinShop({ working: true });
  const parts = { ...shop, keys: shop.config.keys, options: makeOptions(shop.db) };
  await seedDemo(parts, small);
  await shop.catalog.refresh();
  const { url, sandbox } = shop;
  const world = { url, paypalUrl: sandbox.paypalUrl, ltc: sandbox.coins.ltc };
  await addDemoCases(parts, world);
  const owner = await makeOperator(shop, 'owner');
  const waiting = async () => {
    const { data } = await owner.call(showToday);
    return Object.fromEntries(
      data.aQueues.map(({ sQueue, nCount }: { sQueue: string; nCount: number }) => [
        sQueue,
        nCount > 0,
      ]),
    );
  };
  const all = Object.fromEntries(
    Object.keys(queues)
      .filter(isCounted)
      .map((queue) => [queue, true]),
  );
  await expect.poll(waiting, { timeout: 60_000, interval: 300 }).toEqual(all);
  const members = () => shop.db.rows(sql`select id from members order by id`);
  const before = await members();
  await addDemoCases(parts, world);
  expect(await members()).toEqual(before);
});
