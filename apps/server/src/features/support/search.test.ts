/** The search of the back office: every kind is found, and no more is shown than the operator may see. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { search } from '@giftlane/contract/office/search.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeCard, makeMember } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { runChore } from '../../testing/faults.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { createVouchers } from '../wallet/wallet.ts';
import { bought } from './desk.testing.ts';

async function searching(shop: TestShop, role: Role = 'support') {
  const { call } = await makeOperator(shop, role, officeOf(shop));
  return async (sQuery: string) => {
    const { status, data } = await call(search, { query: { sQuery } });
    if (status !== 200) return status;
    return data.aHits.map((hit: { eKind: string; sOrderId: string; sMemberId: string }) =>
      [hit.eKind, hit.sOrderId ?? hit.sMemberId].join(' '),
    );
  };
}

describe('in one shop', () => {
  const shared = shopForAll({ working: false });

  test('an order is found by our id and the buyer’s, by the serial and the end of a code, in any spelling', async () => {
    const shop = shared();
    const { order, cards } = await bought(shop, { quantity: 1 });
    const find = await searching(shop);
    const code = cards[0]?.codes[0] ?? '';
    expect(await find(order._id)).toEqual([`order ${order._id}`]);
    expect(await find(order.sOrderId)).toEqual([`order ${order._id}`]);
    expect(await find('S1')).toContain(`code ${order._id}`);
    for (const end of [code.slice(-4), ` ${code.slice(-4).toLowerCase()} `])
      expect(await find(end)).toContain(`code ${order._id}`);
    // More of it would let a code be guessed sign by sign.
    for (const length of [5, 6, 8]) expect(await find(code.slice(-length))).toEqual([]);
    const log = await shop.db.rows(
      sql`select from audit_entries where facts::text like ${`%${code.slice(-4)}%`}`,
    );
    expect(log).toEqual([]);
  });

  test('a member is found by e-mail, its beginning, words of the name and id', async () => {
    const shop = shared();
    const zoe = await makeMember(shop);
    await shop.db.run(sql`
      update members set full_name = 'Zoë O’Brien-Quist', name_words = 'zoe obrien quist o brien' where id = ${zoe.id}`);
    const find = await searching(shop);
    for (const query of [zoe.email.toUpperCase(), zoe.email.slice(0, -12), 'Qui zoë', zoe.id])
      expect([query, await find(query)]).toEqual([query, [`member ${zoe.id}`]]);
    expect(await find('quist anna')).toEqual([]);
  });

  test('a card payment is found by each id of the provider, a voucher by its code', async () => {
    const shop = shared();
    const { sPaymentId, confirm } = await initiated(shop);
    await atProvider(shop, sPaymentId, 'approve');
    const { _id } = (await confirm()).body.data;
    const { capture } = await shop.db.one(sql<{ capture: string }>`
      select capture_id as capture from payment_captures where order_id = ${_id}`);
    const find = await searching(shop);
    expect(await find(sPaymentId)).toEqual([`payment ${_id}`]);
    expect(await find(capture)).toEqual([`payment ${_id}`]);
    const [voucher] = await createVouchers(shop.db, {
      valueMinor: 5_00n,
      currency: 'usd',
      count: 1,
      keys: shop.config.keys,
    });
    expect(await find(voucher?.code ?? '')).toEqual(['voucher ']);
  });

  test.each<[Role, readonly string[] | number]>([
    ['owner', ['member', 'order']],
    ['support', ['member', 'order']],
    ['reviewer', ['member', 'order']],
    ['finance', ['member', 'order']],
    ['catalogue', 403],
  ])('a %s finds what the role may see', async (role, kinds) => {
    const shop = shared();
    const { order, anna } = await bought(shop, { quantity: 1 });
    const find = await searching(shop, role);
    const found = [await find(anna.id), await find(order._id)];
    if (typeof kinds === 'number') expect(found).toEqual([kinds, kinds]);
    else expect(found.flat()).toEqual([`member ${anna.id}`, `order ${order._id}`]);
  });

  test('what somebody typed as a pattern or a query finds nothing and breaks nothing', async () => {
    const find = await searching(shared());
    for (const query of [
      '%%',
      "a' & 'b:*",
      '\\\\',
      '()',
      'a@@b',
      '<script>alert(1)</script>',
      '\u202eabcd',
    ])
      expect([query, typeof (await find(query))]).toEqual([query, 'object']);
  });

  test('each search is in the audit log, without what was typed', async () => {
    const shop = shared();
    const { call, email } = await makeOperator(shop, 'support');
    await call(search, { query: { sQuery: 'nobody-there' } });
    const entry = await shop.db.one(sql<{ deed: string; facts: object }>`
      select deed, facts from audit_entries where actor = ${email} order by id desc limit 1`);
    expect(entry).toEqual({ deed: 'support.search', facts: {} });
  });

  test('whose names and addresses a search showed is in the audit log', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { call, email } = await makeOperator(shop, 'support');
    await call(search, { query: { sQuery: anna.email } });
    const entries = await shop.db.rows(sql`
      select facts from audit_entries where actor = ${email} order by id`);
    expect(entries).toEqual([{ facts: {} }, { facts: { aMembers: [anna.id] } }]);
  });
});

test('ends of codes that were loaded before are noted by a chore; one that can not be read is left out', async () => {
  const shop = await startShop({ working: false });
  const { order, cards } = await bought(shop, { quantity: 2 });
  await makeCard(shop, { codes: 3 });
  await shop.owner.script(`alter table codes disable trigger user;
    update codes set tail = null; update codes set content = 'broken' where state = 'free' and id % 2 = 0;`);
  const { call } = await makeOperator(shop, 'support');
  const end = (cards[0]?.codes[0] ?? '').slice(-4);
  const find = async () => (await call(search, { query: { sQuery: end } })).data;
  expect(await find()).toEqual({ aHits: [], nUnread: 5 });
  await runChore(shop, 'stock.tails');
  expect(await find()).toMatchObject({ aHits: [{ sOrderId: order._id }], nUnread: 0 });
});
