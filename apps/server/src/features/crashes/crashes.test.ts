import { reportCrash } from '@giftlane/contract/members/crashes.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { longTest } from '../../testing/long.ts';
import { startShop } from '../../testing/start-shop.ts';

const body = { sPage: '/gift-cards/:', sError: 'TypeError', aFrames: ['page-C0ffee12.js:1:2345'] };

longTest(
  'a wider network tells of a hundred an hour, and what few networks use up is no newcomer’s',
  async () => {
    const shop = await startShop({ working: false });
    const tell = async (address: string) =>
      (await shop.call(reportCrash, { body, headers: { 'x-forwarded-for': address } })).status;
    const ofOneCustomer: number[] = [];
    for (let i = 0; i < 102; i += 1) ofOneCustomer.push(await tell(`2001:db8:1:${i}::1`));
    expect(ofOneCustomer.filter((status) => status === 429)).toHaveLength(2);
    await shop.db.run(sql`
    insert into throttle_windows (key, hits, started_at) values ('crashes', 1000, app_now())`);
    expect([await tell('198.51.100.1'), await tell('198.51.100.1')]).toEqual([200, 429]);
  },
);

test('a page that crashed is logged and counted, so often an hour from one network', async () => {
  const shop = await startShop({ working: false });
  const counted = async () => {
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    return /^giftlane_pages_crashed (\d+)$/m.exec(metrics)?.[1];
  };
  const tell = async (address: string) =>
    (await shop.call(reportCrash, { body, headers: { 'x-forwarded-for': address } })).status;
  for (let i = 0; i < 20; i += 1) expect(await tell(`2001:db8:1:2::${i}`)).toBe(200);
  expect(await tell('2001:db8:1:2::99')).toBe(429);
  expect(await tell('198.51.100.1')).toBe(200);
  expect(await counted()).toBe('21');
  await shop.moveClock(hours(1) + 1000);
  expect(await tell('2001:db8:1:2::99')).toBe(200);
});
