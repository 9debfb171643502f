import { holdCase } from '@giftlane/contract/office/cases.ts';
import {
  acceptSale,
  declineSale,
  listSales,
  saleSides,
  showSale,
  showSalePicture,
} from '@giftlane/contract/office/sales.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { apiBase } from '../../platform/http/http.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { isLong } from '../../testing/long.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';
import { makeBought, offered } from './offers.testing.ts';

async function openQueue() {
  const shop = await startShop({ working: false });
  const office = officeOf(shop);
  const member = await makeMember(shop);
  const card = await makeBought(shop);
  const make = async () => (await offered(shop, member, { card }))._id;
  const reviewers = [
    await makeOperator(shop, 'reviewer', office),
    await makeOperator(shop, 'reviewer', office),
  ] as const;
  return { shop, office, member, make, reviewers };
}

/** Opens an offer and all its pictures. */
async function lookAt(reviewer: TestOperator, id: string) {
  const { data } = await reviewer.call(showSale, { params: { id } });
  for (const { _id: sLine } of data.aLines)
    for (const sSide of saleSides)
      await reviewer.call(showSalePicture, { params: { id, sLine, sSide } });
  return data;
}

test('the queue has the offers that wait, the oldest first, page after page', async () => {
  const { shop, make, reviewers } = await openQueue();
  const ids = [await make(), await make()];
  const list = async (sAfter?: string) =>
    (await reviewers[0].call(listSales, { query: { ...(sAfter && { sAfter }) } })).data;
  expect(await list()).toMatchObject({ aRows: ids.map((_id) => ({ _id })), sNext: null });
  expect((await list(ids[0])).aRows).toMatchObject([{ _id: ids[1], sTitle: 'Nimbus $50' }]);
  await shop.db.run(sql`
    update sell_orders set state = 'declined', notice = 'x', decided_at = app_now() where id = ${ids[0]}`);
  expect((await list()).aRows).toMatchObject([{ _id: ids[1] }]);
});

test('an offer is decided only by whoever saw each picture, and each look is logged', async () => {
  const { shop, make, reviewers } = await openQueue();
  const id = await make();
  const [anna, bert] = reviewers;
  const body = { sNotice: 'Not readable' };
  expect(await anna.call(acceptSale, { params: { id }, body: {} })).toMatchObject({
    code: 'sell.pictures_not_seen',
  });
  await lookAt(anna, id);
  await anna.call(holdCase, { params: { sQueue: 'sales', id } });
  expect(await bert.call(declineSale, { params: { id }, body })).toMatchObject({
    code: 'case.held',
  });
  expect((await anna.call(declineSale, { params: { id }, body })).status).toBe(200);
  const deeds = await shop.db.rows(sql<{ deed: string }>`
    select deed from audit_entries where subject = ${id} and operator_id = ${anna.id} order by id`);
  expect(deeds.map(({ deed }) => deed)).toEqual([
    'sales.accept',
    'sales.show',
    'sales.showPicture',
    'sales.showPicture',
    'sales.showPicture',
    'cases.hold',
    'sales.decline',
  ]);
});

test('whoever decides what is decided already reads who decided what', async () => {
  const { shop, make, reviewers } = await openQueue();
  const id = await make();
  const [anna, bert] = reviewers;
  await lookAt(anna, id);
  await anna.call(acceptSale, { params: { id }, body: {} });
  await shop.moveClock(minutes(10));
  const late = await bert.call(declineSale, { params: { id }, body: { sNotice: 'No' } });
  expect(late).toMatchObject({ status: 409, code: 'case.decided' });
  expect(late.message).toContain(anna.email);
  expect((await lookAt(bert, id)).sDecidedBy).toBe(anna.email);
});

test('of two reviewers who decide at once one decides, the other is told', async () => {
  const { shop, make, reviewers } = await openQueue();
  const [anna, bert] = reviewers;
  for (let round = 0; round < (isLong ? 50 : 5); round += 1) {
    const id = await make();
    await lookAt(anna, id);
    await lookAt(bert, id);
    const both = await Promise.all([
      anna.call(acceptSale, { params: { id }, body: { bEvenSeen: true } }),
      bert.call(declineSale, { params: { id }, body: { sNotice: 'No' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const told = both.find(({ status }) => status === 409);
    expect(['case.held', 'case.decided']).toContain(told?.code);
  }
  expect(await shop.db.rows(sql`select from sell_orders where state = 'pending'`)).toEqual([]);
});

test('a picture is shown to reviewers alone and kept by no cache', async () => {
  const { shop, office, make, reviewers } = await openQueue();
  const id = await make();
  const { data } = await reviewers[0].call(showSale, { params: { id } });
  const url = `${apiBase}/office/sales/${id}/pictures/${data.aLines[0]._id}/front`;
  const as = (cookie: string) => office.app.inject({ url, headers: { cookie } });
  const support = await makeOperator(shop, 'support', office);
  expect((await as('')).statusCode).toBe(401);
  expect((await as(support.cookie)).statusCode).toBe(403);
  const { headers, rawPayload } = await as(reviewers[0].cookie);
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
  expect(rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});
