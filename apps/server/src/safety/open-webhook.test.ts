/** The webhook's address is open to everybody: what a stranger without any account can do with it. */
import { forgotPassword } from '@giftlane/contract/accounts.ts';
import { expect, test } from 'vitest';
import { relay } from '../jobs/jobs.ts';
import { sql } from '../platform/db.ts';
import { makeMember } from '../testing/builders.ts';
import { eventsDone, forgedSignature } from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const send = (
  shop: TestShop,
  id: string,
  {
    headers = forgedSignature,
    padding = 0,
  }: { headers?: Record<string, string>; padding?: number } = {},
) =>
  shop.raw('POST', '/webhooks/paypal', {
    body: {
      id,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { id: 'X', padding: 'x'.repeat(padding) },
    },
    headers,
  });

const stored = (shop: TestShop) =>
  shop.db.one(sql<{ events: number; jobs: number }>`
    select count(*)::int as events, (select count(*)::int from outbox) as jobs
    from provider_events`);

test.each(Object.keys(forgedSignature))(
  'an event without %s is neither kept nor queued',
  async (name) => {
    const shop = await startShop({ working: false });
    const without = Object.fromEntries(
      Object.entries(forgedSignature).filter(([key]) => key !== name),
    );
    const tries = [without, { ...without, [name]: '' }, { ...without, [name]: 'x'.repeat(1_001) }];
    for (const headers of tries) expect((await send(shop, 'WH-1', { headers })).status).toBe(400);
    expect(await stored(shop)).toEqual({ events: 0, jobs: 0 });
  },
);

test('an event of more than 64 kB is refused, a shorter one is kept', async () => {
  const shop = await startShop({ working: false });
  expect((await send(shop, 'WH-1', { padding: 65_536 })).status).toBe(413);
  expect(await stored(shop)).toEqual({ events: 0, jobs: 0 });
  expect((await send(shop, 'WH-2', { padding: 60_000 })).status).toBe(200);
  expect(await stored(shop)).toEqual({ events: 1, jobs: 1 });
});

test('a thousand events may wait to be verified; the next is asked to come again', async () => {
  const shop = await startShop({ working: false });
  const fill = (from: number, to: number, age: string) =>
    shop.db.run(sql`
      insert into provider_events (provider, event_id, headers, body, received_at)
      select 'paypal', 'WH-old' || n, '{}', '', app_now() - ${age}::interval
      from generate_series(${from}::int, ${to}::int) as n`);
  await fill(1, 999, '1 minute');
  // These were given up on long ago, and keep nobody out.
  await fill(1_000, 1_100, '4 days');
  expect((await send(shop, 'WH-1')).status).toBe(200);
  const refused = await send(shop, 'WH-2');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await stored(shop)).toEqual({ events: 1_101, jobs: 1 });
  await shop.db.run(sql`
    update provider_events set state = 'refused' where event_id = 'WH-old1'`);
  expect((await send(shop, 'WH-2')).status).toBe(200);
});

test('of a forged event nothing is kept but that it was refused', async () => {
  const shop = await startShop();
  expect((await send(shop, 'WH-1', { padding: 10_000 })).status).toBe(200);
  expect(await eventsDone(shop)).toEqual({ 'WH-1': 'refused' });
  const kept = await shop.db.one(sql`
    select headers, octet_length(body) as bytes from provider_events`);
  expect(kept).toEqual({ headers: {}, bytes: 0 });
});

test('events go after all other jobs, and two at a time', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  for (let i = 0; i < 20; i += 1) await send(shop, `WH-${i}`);
  await shop.call(forgotPassword, { body: { sEmail: anna.email } });
  await relay(shop.db);
  const jobs = await shop.db.rows(sql<{ task: string; queue: string | null; later: boolean }>`
    select task_identifier as task, queue_name as queue, priority > 0 as later
    from graphile_worker.jobs`);
  const [events, others] = [
    jobs.filter(({ task }) => task === 'checkout.event'),
    jobs.filter(({ task }) => task !== 'checkout.event'),
  ];
  expect(events).toHaveLength(20);
  expect(events.every(({ later }) => later)).toBe(true);
  expect(new Set(events.map(({ queue }) => queue)).size).toBe(2);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ queue, later }) => later || queue !== null)).toEqual([]);
});
