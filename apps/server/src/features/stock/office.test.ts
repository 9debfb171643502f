/** The stock in the back office. */
import * as calls from '@giftlane/contract/office/stock.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { loadCodes, makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { importCodes } from './stock.ts';

async function openStock(codes = 5) {
  const shop = await startShop({ working: false });
  const card = await makeCard(shop, { codes });
  const [olga, ben] = [await makeOperator(shop, 'catalogue'), await makeOperator(shop, 'owner')];
  const batch = await batchOf(shop);
  return { shop, card, olga, ben, batch };
}

const batchOf = (shop: TestShop) =>
  shop.db.one(sql<{ _id: string }>`select id as _id from code_batches order by created_at desc`);

const counts = async (olga: TestOperator, query: object = {}) =>
  (await olga.call(calls.listStock, { query })).data.aRows;

const ask = (olga: TestOperator, scope: object, eKind: 'void' | 'export' = 'void') =>
  olga.call(calls.askRemoval, { body: { eKind, sReason: 'Recalled by the supplier', ...scope } });

const decide = (ben: TestOperator, id: string, bAccept = true) =>
  ben.call(calls.decideRemoval, { params: { id }, body: { bAccept } });

async function buy(shop: TestShop, card: { id: string }) {
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const body = orderBody(anna, { card, quantity: 1, totalMinor: 10_00n });
  return shop.call(pay, { token: anna.token, body });
}

test('codes are counted by card and state, expired ones apart before and after they are swept', async () => {
  const { shop, card, olga } = await openStock();
  await buy(shop, card);
  const rows = [1, 2].map((n) => ({
    line: n,
    cardId: card.id,
    serial: `E${n}`,
    code: `OLD-CODE-${n}`,
    validUntil: '2020-01-01',
  }));
  await importCodes(shop.db, { rows, source: 'old.csv', keys: shop.config.keys });
  const expected = { nFree: 4, nReserved: 0, nSold: 1, nVoid: 0, nExpired: 2 };
  expect(await counts(olga)).toEqual([expect.objectContaining(expected)]);
  await shop.chores.find(({ name }) => name === 'stock.expire')?.run();
  expect(await counts(olga)).toEqual([expect.objectContaining(expected)]);
  expect(await counts(olga, { sSearch: 'nim' })).toHaveLength(1);
  expect(await counts(olga, { sSearch: 'orbit' })).toEqual([]);
  expect(await counts(olga, { iBrandId: card.brandId })).toHaveLength(1);
  const { data } = await olga.call(calls.listBatches);
  expect(data.aRows).toEqual([
    expect.objectContaining({ sSource: 'old.csv', nLoaded: 2, nVoid: 2 }),
    expect.objectContaining({ sSource: 'test', nLoaded: 5, nFree: 4, nSold: 1 }),
  ]);
});

test('cards are listed page by page, each once', async () => {
  const shop = await startShop({ working: false });
  for (let n = 0; n < 55; n += 1) await makeCard(shop, { codes: 0 });
  const olga = await makeOperator(shop, 'catalogue');
  const first = (await olga.call(calls.listStock)).data;
  const second = (await olga.call(calls.listStock, { query: { sAfter: first.sNext } })).data;
  const ids = [...first.aRows, ...second.aRows].map(({ _id }: { _id: string }) => _id);
  expect([ids.length, new Set(ids).size, second.sNext]).toEqual([55, 55, null]);
});

test('a few listed codes are voided alone, with a reason; sold ones stay their owner’s', async () => {
  const { shop, card, olga } = await openStock();
  await buy(shop, card);
  const oCard = { _id: card.id, aSerials: ['S1', 'S2', 'S9'] };
  const { status, data } = await ask(olga, { oCard });
  expect([status, data]).toEqual([
    200,
    expect.objectContaining({ nAsked: 1, nRemoved: 1, bNeedsSecond: false }),
  ]);
  expect(await counts(olga)).toEqual([expect.objectContaining({ nFree: 3, nSold: 1, nVoid: 1 })]);
  expect((await ask(olga, { oCard })).code).toBe('stock.nothing_free');
  expect((await ask(olga, { oCard, sReason: ' ' })).status).toBe(400);
  expect((await ask(olga, { oCard, oBatch: { _id: 'bat_x' } })).status).toBe(400);
});

test('more codes than a person voids alone in a day wait for somebody else, who decides once', async () => {
  const { shop, card, olga, ben, batch } = await openStock(60);
  const { data } = await ask(olga, { oBatch: batch });
  expect(data).toMatchObject({ nAsked: 60, nRemoved: null, bNeedsSecond: true, bOwn: true });
  expect(await counts(olga)).toEqual([expect.objectContaining({ nFree: 60 })]);
  expect((await decide(olga, data._id)).code).toBe('stock.removal_needs_another');
  await buy(shop, card);
  const both = await Promise.all([decide(ben, data._id), decide(ben, data._id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await counts(olga)).toEqual([expect.objectContaining({ nFree: 0, nSold: 1, nVoid: 59 })]);
  const listed = await olga.call(calls.listRemovals, { query: { eState: 'waiting' } });
  expect(listed.data.aRows).toEqual([]);
});

test('a second person takes out no more codes than were asked for', async () => {
  const { shop, card, olga, ben } = await openStock(0);
  const rows = Array.from({ length: 120 }, (_, i) => ({
    line: i,
    cardId: card.id,
    serial: `S${i % 60}`,
    code: `SAME-SERIAL-${i}`,
  }));
  const load = (some: typeof rows) =>
    importCodes(shop.db, { rows: some, source: 'x', keys: shop.config.keys });
  await load(rows.slice(0, 60));
  const aSerials = rows.slice(0, 60).map(({ serial }) => serial);
  const { data } = await ask(olga, { oCard: { _id: card.id, aSerials } });
  await load(rows.slice(60));
  expect(await decide(ben, data._id)).toMatchObject({
    code: 'stock.more_than_asked',
    message: expect.stringContaining('120'),
  });
  expect(await counts(olga)).toEqual([expect.objectContaining({ nFree: 120, nVoid: 0 })]);
  expect((await decide(ben, data._id, false)).data).toMatchObject({ bAccepted: false });
});

test('many small removals of a day are many', async () => {
  const { shop, card, olga } = await openStock(0);
  await loadCodes(shop, card.id, 60);
  const part = (from: number) => ({
    oCard: { _id: card.id, aSerials: Array.from({ length: 30 }, (_, i) => `S${from + i}`) },
  });
  const both = await Promise.all([ask(olga, part(1)), ask(olga, part(31))]);
  expect(both.map(({ data }) => data.bNeedsSecond).sort()).toEqual([false, true]);
});

test('the database refuses that one person asks and decides, or that many go without a decision', async () => {
  const { shop, olga, ben, batch } = await openStock(60);
  const { data } = await ask(olga, { oBatch: batch });
  const set = (statement: ReturnType<typeof sql>) => shop.db.run(statement);
  await expect(
    set(sql`update code_removals set decided_by = ${olga.id}, decided_at = app_now(), accepted = true
      where id = ${data._id}`),
  ).rejects.toMatchObject({ constraint: 'code_removals_two_people' });
  await expect(
    set(sql`update code_removals set removed = 60 where id = ${data._id}`),
  ).rejects.toMatchObject({ constraint: 'code_removals_done_as_decided' });
  await expect(
    set(sql`update code_removals set asked_by = ${ben.id} where id = ${data._id}`),
  ).rejects.toThrow(/permission denied/);
});

test('codes leave in a file by two persons, are out of stock then, and only those two have the file for a day', async () => {
  const { shop, card, olga, ben } = await openStock(0);
  const rows = ['-ABC-123', "+1|cmd' /C calc'!A0"].map((code, n) => ({
    line: n,
    cardId: card.id,
    serial: `S${n}`,
    code,
  }));
  await importCodes(shop.db, { rows, source: 'x', keys: shop.config.keys });
  const batch = await batchOf(shop);
  const { data } = await ask(olga, { oBatch: batch }, 'export');
  expect(data).toMatchObject({ nAsked: 2, nRemoved: null, bNeedsSecond: true });
  const office = officeOf(shop);
  const load = async ({ cookie }: TestOperator) => {
    const url = `/api/v1/office/stock/removals/${data._id}/codes`;
    const reply = await office.app.inject({ url, headers: { cookie } });
    return { status: reply.statusCode, text: reply.body };
  };
  expect((await load(olga)).status).toBe(404);
  expect((await decide(ben, data._id)).data).toMatchObject({ nRemoved: 2, bFile: true });
  const given = await load(olga);
  expect([given.status, given.text]).toEqual([
    200,
    `\ufeffcard_id,serial,code,expires_at\r\n"${card.id}","S0","-ABC-123",""\r\n"${card.id}","S1","'+1|cmd' /C calc'!A0",""\r\n`,
  ]);
  expect((await load(await makeOperator(shop, 'owner'))).status).toBe(404);
  expect(await counts(ben)).toEqual([expect.objectContaining({ nFree: 0, nVoid: 2 })]);
  const logged = await shop.db.rows(sql`
    select 1 from audit_entries where deed = 'stock.exportCodes' and subject = ${data._id}`);
  expect(logged.length).toBeGreaterThanOrEqual(2);
  await shop.moveClock(minutes(25));
  expect((await load(ben)).status).toBe(200);
  await shop.moveClock(hours(24));
  const later = await makeOperator(shop, 'owner');
  const { data: list } = await later.call(calls.listRemovals);
  expect(list.aRows).toEqual([expect.objectContaining({ bFile: false })]);
});
