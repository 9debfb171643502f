import { dropCase, holdCase, listHeld } from '@giftlane/contract/office/cases.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeOperator } from '../../testing/office.ts';
import { startShop } from '../../testing/start-shop.ts';
import { dropOldCases, requireHold } from './cases.ts';

const key = { queue: 'sales', id: 'sell_1' } as const;
const params = { sQueue: 'sales', id: 'sell_1' } as const;

test('a case is held by one operator for ten minutes, others are told whose it is and may not decide', async () => {
  const shop = await startShop({ working: false });
  const [anna, bert] = [await makeOperator(shop, 'reviewer'), await makeOperator(shop, 'owner')];
  expect((await anna.call(holdCase, { params })).data).toEqual({ bMine: true, sName: '' });
  expect((await bert.call(holdCase, { params })).data).toEqual({ bMine: false, sName: anna.email });
  const permissions = new Set(['sales.review'] as const);
  const decide = (operatorId: string) =>
    requireHold(shop.db, { ...key, operator: { operatorId, permissions } });
  await expect(decide(bert.id)).rejects.toMatchObject({
    code: 'case.held',
    facts: { name: anna.email },
  });
  await decide(anna.id);
  const list = { params: { sQueue: 'sales' } } as const;
  expect((await anna.call(listHeld, list)).data).toEqual([
    { _id: 'sell_1', sName: anna.email, bMine: true },
  ]);
  await shop.moveClock(minutes(10));
  expect((await bert.call(listHeld, list)).data).toEqual([]);
  await decide(bert.id);
  expect((await bert.call(listHeld, list)).data).toEqual([]);
  await bert.call(holdCase, { params });
  await anna.call(dropCase, { params });
  expect((await anna.call(holdCase, { params })).data).toMatchObject({ bMine: false });
  await bert.call(dropCase, { params });
  expect((await anna.call(holdCase, { params })).data).toMatchObject({ bMine: true });
});

test('of two operators who open a case at once one holds it', async () => {
  const shop = await startShop({ working: false });
  const both = [await makeOperator(shop, 'reviewer'), await makeOperator(shop, 'reviewer')];
  for (let n = 0; n < 20; n += 1) {
    const held = await Promise.all(
      both.map((one) => one.call(holdCase, { params: { sQueue: 'sales', id: `sell_${n}` } })),
    );
    expect(held.filter(({ data }) => data.bMine)).toHaveLength(1);
  }
});

test('holds that are long over are deleted', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeOperator(shop, 'reviewer');
  await anna.call(holdCase, { params });
  await shop.moveClock(minutes(71));
  await dropOldCases(shop.db);
  expect(await shop.db.rows(sql`select from office_cases`)).toEqual([]);
});

test('nobody holds or decides a case of a queue that is not theirs', async () => {
  const shop = await startShop({ working: false });
  const support = await makeOperator(shop, 'support');
  expect((await support.call(holdCase, { params })).code).toBe('session.not_permitted');
  const operator = { operatorId: support.id, permissions: new Set(['orders.refund'] as const) };
  await expect(requireHold(shop.db, { ...key, operator })).rejects.toMatchObject({
    code: 'session.not_permitted',
  });
});
