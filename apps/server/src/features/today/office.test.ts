import type { AddressInfo } from 'node:net';
import { showToday } from '@giftlane/contract/office/today.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { makeCard, makeMember, orderBody, type TestCard } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { atCapture, providerCaptures, runChore } from '../../testing/faults.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { approvedTopUp } from '../checkout/capture/top-up.testing.ts';
import { askAboutCaptures } from '../checkout/disputes/taken-back.ts';
import { refundOrder } from '../checkout/refund/refund.ts';
import { closeOperator } from '../operators/operators.ts';
import { makeBought, offered } from '../selling/offers.testing.ts';
import { keepFigures } from './keep.ts';
import { mostOfOperator } from './live.ts';

async function buy(shop: TestShop, card: TestCard, quantity = 1) {
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const body = orderBody(anna, { card, quantity, totalMinor: 10_00n * BigInt(quantity) });
  const { status } = await shop.call(pay, { token: anna.token, body });
  expect(status).toBe(200);
  return anna;
}

/** Noon of a day, so that an hour more is the same day. */
async function shopAtNoon() {
  const shop = await startShop({ working: false });
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  await shop.moveClock(days(1) + hours(12) - (at.getTime() % days(1)));
  return shop;
}

const dayOf = async (shop: TestShop) => {
  const { day } = await shop.db.one(sql<{ day: string }>`
    select (app_now() at time zone 'UTC')::date::text as day`);
  return day;
};

test('today is shown beside the same day a week before until the same time, and within 30 days', async () => {
  const shop = await shopAtNoon();
  const card = await makeCard(shop, { codes: 20, cashbackBp: 1_000 });
  await buy(shop, card, 2);
  await shop.moveClock(hours(1));
  await buy(shop, card);
  const firstDay = await dayOf(shop);
  await shop.moveClock(days(7) - minutes(30));
  await keepFigures(shop);
  await buy(shop, card, 3);
  const owner = await makeOperator(shop, 'owner');
  const { data } = await owner.call(showToday);
  const [usd] = data.aSales;
  expect(usd).toMatchObject({
    sCurrency: 'usd',
    oOrders: { nNow: 1, nBefore: 1 },
    oSales: { nNow: 30, nBefore: 20 },
    oCashback: { nNow: 3, nBefore: 2 },
    oRefunds: { nNow: 0, nBefore: 0 },
  });
  expect(data.oSignUps).toEqual({ nNow: 1, nBefore: 1 });
  expect(usd.aDays).toHaveLength(30);
  expect(usd.aDays.at(-1)).toEqual({ sDay: await dayOf(shop), nSales: 30 });
  expect(usd.aDays.at(-8)).toEqual({ sDay: firstDay, nSales: 30 });
});

test('days that no process counted are counted later; orders paid after midnight count for their day', async () => {
  const shop = await shopAtNoon();
  const card = await makeCard(shop, { codes: 20 });
  await buy(shop, card);
  await shop.moveClock(days(20));
  await keepFigures(shop);
  const late = await buy(shop, card);
  await shop.owner.run(sql`
    update orders set created_at = created_at - interval '1 day' where member_id = ${late.id}`);
  await shop.moveClock(minutes(5));
  await keepFigures(shop);
  const owner = await makeOperator(shop, 'owner');
  const { aDays } = (await owner.call(showToday)).data.aSales[0];
  expect(aDays.map(({ nSales }: { nSales: number }) => nSales).filter(Boolean)).toEqual([10, 10]);
  expect([aDays.at(-21).nSales, aDays.at(-2).nSales]).toEqual([10, 10]);
});

test('the stock that lasts for the fewest days comes first, by the faster of two paces', async () => {
  const shop = await shopAtNoon();
  const [slow, gone, fast] = [
    await makeCard(shop, { codes: 8 }),
    await makeCard(shop, { codes: 1 }),
    await makeCard(shop, { codes: 9 }),
  ];
  await buy(shop, slow);
  await buy(shop, gone);
  await shop.moveClock(days(10));
  await buy(shop, fast, 7);
  await keepFigures(shop);
  const { data } = await (await makeOperator(shop, 'catalogue')).call(showToday);
  expect(data.aStock).toMatchObject([
    { _id: gone.id, nFree: 0, nWeek: 0, nMonth: 1, nDaysLeft: 0 },
    { _id: fast.id, iBrandId: fast.brandId, nFree: 2, nWeek: 7, nMonth: 7, nDaysLeft: 2 },
    { _id: slow.id, nFree: 7, nWeek: 0, nMonth: 1, nDaysLeft: 210 },
  ]);
});

test('each role sees its own queues; what the shop owes only who may read the ledger', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 70_00n });
  await offered(shop, anna, { card: await makeBought(shop) });
  await keepFigures(shop);
  const [reviewer, finance] = [
    await makeOperator(shop, 'reviewer'),
    await makeOperator(shop, 'finance'),
  ];
  const seen = (await reviewer.call(showToday)).data;
  expect(seen.oLiabilities).toBeNull();
  expect(seen.aQueues.map(({ sQueue }: { sQueue: string }) => sQueue)).toEqual([
    'sales',
    'identity',
  ]);
  expect(seen.aQueues[0]).toMatchObject({ nCount: 1, dOldest: expect.any(String) });
  const { oLiabilities } = (await finance.call(showToday)).data;
  expect(oLiabilities.aMoney).toEqual([
    { sCurrency: 'usd', nWallet: 70, nHeld: 0, nFrozen: 0, nPoints: 0 },
  ]);
});

test('a refused refund and what a dispute took wait in their queues, with their age', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data: paid } = (await order.confirm()).body;
  await refundOrder(shop, { memberId: order.anna.id, id: paid._id }, { reason: 'asked for' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' });
  const topUp = await approvedTopUp(shop);
  expect((await topUp.add()).status).toBe(200);
  const captures = await providerCaptures(shop);
  await atCapture(
    shop,
    captures.find((one) => one.orderId === topUp.sPaymentId)?.id ?? '',
    'reverse',
  );
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
  await askAboutCaptures(shop.checkout);
  const finance = await makeOperator(shop, 'finance');
  const waiting = (await finance.call(showToday)).data.aQueues.map(
    ({ sQueue, nCount }: { sQueue: string; nCount: number }) => [sQueue, nCount],
  );
  expect(waiting).toEqual([
    ['refunds', 1],
    ['unmatched', 0],
    ['disputes', 1],
    ['transfers', 0],
    ['jobs', 0],
  ]);
});

/** An operator's open page: the events that reach it. */
async function openEvents(url: string, cookie: string) {
  const stop = new AbortController();
  const reply = await fetch(`${url}${apiBase}/office/events`, {
    headers: { cookie },
    signal: stop.signal,
  });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next event and its data; undefined when the connection has ended. */
  const next = async () => {
    for (;;) {
      const event = /^event: (\w+)\ndata: ?(.*)\n\n/m.exec(text);
      if (event) {
        text = text.slice(event.index + event[0].length);
        return { event: event[1], topics: event[2]?.split(' ').filter(Boolean) };
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return undefined;
      text += value;
    }
  };
  return { status: reply.status, next, close: () => stop.abort() };
}

async function listening(shop: TestShop) {
  const office = officeOf(shop);
  await office.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = office.app.server.address() as AddressInfo;
  return { office, url: `http://127.0.0.1:${port}` };
}

test('an open page hears what changed, and that its session ended; then nothing more', async () => {
  const shop = await startShop({ working: false });
  const { office, url } = await listening(shop);
  const olga = await makeOperator(shop, 'owner', office);
  const page = await openEvents(url, olga.cookie);
  expect(await page.next()).toMatchObject({ event: 'ready' });
  const card = await makeCard(shop);
  await buy(shop, card);
  const heard = await page.next();
  expect(heard?.event).toBe('changed');
  expect(heard?.topics).toEqual(expect.arrayContaining(['orders', 'money']));
  await shop.db.tx((tx) => closeOperator(tx, olga.email));
  await buy(shop, card);
  expect(await page.next()).toMatchObject({ event: 'ended' });
  expect(await page.next()).toBeUndefined();
  expect((await openEvents(url, olga.cookie)).status).toBe(401);
});

test('listening is no use of a session: it ends all the same', async () => {
  const shop = await startShop({ working: false });
  const { office, url } = await listening(shop);
  const olga = await makeOperator(shop, 'support', office);
  const page = await openEvents(url, olga.cookie);
  await page.next();
  await shop.moveClock(minutes(31));
  expect(await page.next()).toMatchObject({ event: 'ended' });
}, 30_000);

test('a page that refreshes itself while nobody is at it does not prolong the session', async () => {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const olga = await makeOperator(shop, 'support', office);
  const url = `${apiBase}/office/today`;
  const status = async (idle: object) =>
    (await office.app.inject({ url, headers: { cookie: olga.cookie, ...idle } })).statusCode;
  await shop.moveClock(minutes(20));
  expect(await status({ 'x-idle': '1' })).toBe(200);
  await shop.moveClock(minutes(11));
  expect(await status({})).toBe(401);
});

test('an operator has a bounded number of open pages; a stop of the server waits for none', async () => {
  const shop = await startShop({ working: false });
  const { office, url } = await listening(shop);
  const olga = await makeOperator(shop, 'support', office);
  const open = () => openEvents(url, olga.cookie);
  const pages = await Promise.all(Array.from({ length: mostOfOperator }, open));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  expect((await open()).status).toBe(429);
  pages[0]?.close();
  await expect.poll(async () => (await open()).status).toBe(200);
  const began = performance.now();
  await office.app.close();
  expect(performance.now() - began).toBeLessThan(2_000);
});
