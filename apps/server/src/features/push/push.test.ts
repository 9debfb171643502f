import { changePassword, logout } from '@giftlane/contract/members/accounts.ts';
import * as push from '@giftlane/contract/members/push.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
  testPassword,
} from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { refundOrder } from '../checkout/checkout.ts';
import { type Browser, browserOf, heard, link, newBrowser, subscribe } from './browsers.testing.ts';

const isLinked = async (shop: TestShop, { token }: { token: string }, { endpoint }: Browser) =>
  (await shop.call(push.showStatus, { token, body: { sEndpoint: endpoint } })).body.data.bLinked;

async function buy(shop: TestShop, member: TestMember) {
  const card = await makeCard(shop);
  const body = orderBody(member, { card, totalMinor: 10_00n });
  expect((await shop.raw('POST', '/transaction', { token: member.token, body })).status).toBe(200);
  return { memberId: member.id, number: body.sOrderId };
}

describe('subscriptions in one shop', () => {
  const shared = shopForAll({ working: false });

  test('API-16 a subscription as a browser gives it, with fields nobody knows, is kept and answers its id; again it is the same', async () => {
    const shop = shared();
    const browser = { ...newBrowser(shop), expirationTime: null, later: { any: [1] } };
    const first = await shop.call(push.subscribe, { body: browser });
    expect(first.status).toBe(200);
    expect(first.body.data.sId.length).toBeGreaterThan(40);
    expect(await subscribe(shop, browser)).toBe(first.body.data.sId);
    const [once, again] = await Promise.all(
      [newBrowser(shop)].flatMap((b) => [subscribe(shop, b), subscribe(shop, b)]),
    );
    expect(again).toBe(once);
    expect((await shop.raw('GET', '/options')).body.data).toContainEqual({
      sName: 'push_public_key',
      sValue: shop.push?.publicKey,
    });
  });

  test('PROF-22 after unsubscribing nothing is sent, and doing it twice is harmless', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const browser = await browserOf(shop, anna);
    expect(await isLinked(shop, anna, browser)).toBe(true);
    const body = { sEndpoint: browser.endpoint };
    expect((await shop.call(push.unsubscribe, { body })).status).toBe(200);
    expect((await shop.call(push.unsubscribe, { body })).status).toBe(200);
    expect(await isLinked(shop, anna, browser)).toBe(false);
  });

  test('whoever switches notifications on in a shared browser takes them over; an unknown id is not found', async () => {
    const shop = shared();
    const [anna, bo] = [await makeMember(shop), await makeMember(shop)];
    const browser = await browserOf(shop, anna);
    expect(await isLinked(shop, bo, browser)).toBe(false);
    expect((await link(shop, bo, await subscribe(shop, browser))).status).toBe(200);
    expect(await isLinked(shop, bo, browser)).toBe(true);
    expect(await isLinked(shop, anna, browser)).toBe(false);
    expect((await link(shop, bo, `psh_${'x'.repeat(43)}`)).status).toBe(404);
  });
});

describe('subscriptions that are refused', () => {
  const shop = shopForAll({ working: false });

  test.each([
    ['a machine of ours', { endpoint: 'https://127.0.0.1/push' }],
    ['the metadata of a cloud', { endpoint: 'http://169.254.169.254/latest' }],
    ['a stranger', { endpoint: 'https://push.evil.example/x' }],
    ['a name that only looks like one', { endpoint: 'https://fcm.googleapis.com.evil.example/x' }],
    ['another port of this machine', { endpoint: 'http://127.0.0.1:1/push/x' }],
    ['a header', { endpoint: 'https://fcm.googleapis.com/x\r\nHost: evil' }],
    ['no address', { endpoint: 'x' }],
    ['a key of another curve', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }],
    ['no keys', { keys: undefined }],
  ])('API-16 a subscription to %s is refused as bad input', async (_what, change) => {
    const { status, body } = await shop().raw('POST', '/push/subscribe', {
      body: { ...newBrowser(shop()), ...change },
    });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.field).toMatch(/^(endpoint|keys)/);
    expect(await shop().db.rows(sql`select from push_subscriptions`)).toEqual([]);
  });
});

test('subscribing is throttled per address', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`update site_options set value = '2' where name = 'throttle_push_address'`);
  const statuses = [];
  for (let i = 0; i < 3; i += 1)
    statuses.push((await shop.call(push.subscribe, { body: newBrowser(shop) })).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('PROF-21 a delivered order is told to every browser of its member, once, without a code', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const bo = await makeMember(shop);
  const browsers = [await browserOf(shop, anna), await browserOf(shop, anna)];
  const other = await browserOf(shop, bo);
  const { number } = await buy(shop, anna);
  for (const browser of browsers)
    await expect
      .poll(() => heard(shop, browser))
      .toEqual([
        expect.objectContaining({ title: 'Your gift cards are ready', path: '/account/orders' }),
      ]);
  expect(heard(shop, other)).toEqual([]);
  const [message] = shop.sandbox.push.messages(browsers[0]?.endpoint ?? '');
  expect(message?.text).toContain(number);
  expect(message?.text.length).toBeLessThan(400);
  expect(message?.ttlSeconds).toBe(hours(24) / 1000);
});

test('a refunded order is told, too', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const browser = await browserOf(shop, anna);
  await buy(shop, anna);
  const { id } = await shop.db.one(sql<{ id: string }>`select id from orders`);
  await expect.poll(() => heard(shop, browser)).toHaveLength(1);
  await refundOrder(shop, { memberId: anna.id, id }, { reason: 'Test' });
  await expect.poll(() => heard(shop, browser)).toHaveLength(2);
  expect(heard(shop, browser)[1]).toMatchObject({ title: 'Your order was refunded' });
});

test('signing out, and another password, end the notifications of that session’s browser', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const left = await browserOf(shop, anna);
  await shop.call(logout, { token: anna.token });
  const again = await shop.raw('POST', '/login', {
    body: { sEmail: anna.email, sPassword: testPassword },
  });
  const here = { ...anna, token: again.body.Authorization ?? '' };
  const stays = await browserOf(shop, here);
  await buy(shop, here);
  await expect.poll(() => heard(shop, stays)).toHaveLength(1);
  expect(heard(shop, left)).toEqual([]);
  const sNewPassword = `${testPassword}2`;
  const body = { sOldPassword: testPassword, sNewPassword, sNewRetypedPassword: sNewPassword };
  expect((await shop.call(changePassword, { token: here.token, body })).status).toBe(200);
  expect(
    await shop.db.rows(sql`select from push_subscriptions where session_id is not null`),
  ).toEqual([]);
});

test('what was noted for a browser that changes hands is not shown to its new person', async () => {
  const shop = await startShop({ working: false });
  const [anna, bo] = [await makeMember(shop, { walletMinor: 50_00n }), await makeMember(shop)];
  const browser = await browserOf(shop, anna);
  shop.sandbox.faults.add({ operation: 'push', kind: 'http_500', times: 'always' });
  await buy(shop, anna);
  const worker = await shop.work();
  await expect.poll(() => tries(shop)).toBeGreaterThan(0);
  await link(shop, bo, await subscribe(shop, browser));
  shop.sandbox.faults.clear();
  await runAll(shop);
  await expect.poll(() => jobs(shop)).toBe(0);
  await worker.stop();
  expect(heard(shop, browser)).toEqual([]);
});

const tries = async (shop: TestShop) =>
  (await shop.db.first(sql<{ tries: number }>`select tries from push_deliveries`))?.tries;

/** Jobs that are left to do. */
const jobs = async (shop: TestShop) =>
  (
    await shop.db.one(sql<{ left: number }>`
      select count(*)::int as left from jobs where task = 'push.deliver'`)
  ).left;

/** Lets jobs that wait for their next try begin now. */
const runAll = (shop: TestShop) => shop.db.run(sql`update jobs set due_at = now()`);

test('a browser that is gone is forgotten', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const browser = await browserOf(shop, anna);
  shop.sandbox.push.drop(browser.endpoint);
  await buy(shop, anna);
  await expect
    .poll(async () => (await shop.db.rows(sql`select from push_subscriptions`)).length)
    .toBe(0);
});

test('a busy push service is left alone as long as it wishes, then the notice arrives once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const browser = await browserOf(shop, anna);
  shop.sandbox.faults.add({ operation: 'push', kind: 'http_429', value: '600' });
  await buy(shop, anna);
  const wait = async () =>
    (
      await shop.db.first(sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::int as seconds
        from jobs where task = 'push.deliver' and due_at > now() + interval '1 minute'`)
    )?.seconds;
  await expect.poll(wait).toBeGreaterThan(500);
  expect(heard(shop, browser)).toEqual([]);
  await runAll(shop);
  await expect.poll(() => heard(shop, browser)).toHaveLength(1);
});

test('who never linked, and who signed out, is forgotten after a day', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const kept = await browserOf(shop, anna);
  await subscribe(shop, newBrowser(shop));
  await shop.moveClock(hours(25));
  await shop.worker?.chore('push.sweep');
  const left = await shop.db.rows(
    sql<{ endpoint: string }>`select endpoint from push_subscriptions`,
  );
  expect(left).toEqual([{ endpoint: kept.endpoint }]);
});

test('a shop without keys says so and keeps nothing', async () => {
  const shop = await startShop({ working: false, env: { VAPID_PUBLIC_KEY: 'none' } });
  const { status, body } = await shop.raw('POST', '/push/subscribe', { body: newBrowser(shop) });
  expect([status, body.code]).toEqual([503, 'push.unavailable']);
});

test('a session that ends while it is linked leaves no link behind', async () => {
  const shop = await startShop({ working: false });
  for (let round = 0; round < 5; round += 1) {
    const anna = await makeMember(shop);
    const sId = await subscribe(shop, newBrowser(shop));
    const replies = await Promise.all([
      link(shop, anna, sId),
      shop.raw('GET', '/logout', { token: anna.token }),
    ]);
    expect(replies[0].status).toBeLessThan(500);
  }
  expect(
    await shop.db.rows(sql`select from push_subscriptions where session_id is not null`),
  ).toEqual([]);
});
