/** Orders in the back office: the list, refunds by line, and codes that staff is shown. */
import {
  listOfficeCodes,
  listOfficeOrders,
  quoteRefund,
  refundOrder,
  showOfficeCode,
  showOfficeOrder,
} from '@giftlane/contract/office/orders.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { listReveals, viewCard } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { bought, staff } from './desk.testing.ts';

const plain = { bEvenViewed: false, bEvenCoinsGone: false };

/** Anna's order of two cards, and an operator who may refund it. */
async function twoLines(shop: TestShop) {
  const { anna, order } = await bought(shop, { quantity: 2, cards: 2 });
  const { call } = await makeOperator(shop, 'support', officeOf(shop));
  const params = { id: order._id };
  const [first = '', second = ''] = order.aCartData.map(({ _id }) => _id);
  const quote = async (aLineIds: string[], more = plain) =>
    call(quoteRefund, { params, body: { aLineIds, ...more } });
  const refund = (aLineIds: string[], oSums: unknown, more = plain) =>
    call(refundOrder, {
      params,
      body: { aLineIds, ...more, sReason: 'Broken', oSums: oSums as never },
    });
  const view = () =>
    shop.call(viewCard, {
      token: anna.token,
      params,
      body: { cardId: order.aCartData[0]?.aCardCode[0]?._id ?? '' },
    });
  return { shop, anna, order, first, second, call, params, quote, refund, view };
}

describe('refunds in one shop', () => {
  const shared = shopForAll({ working: false });

  test('a refund of a line is quoted without anything changing, and then gives back just that', async () => {
    const { anna, first, quote, refund, call, params } = await twoLines(shared());
    const { data: sums } = await quote([first]);
    expect(sums).toEqual({ nLines: 1, nToCard: 0, nToWallet: 20, nGone: 0 });
    expect(await anna.balance()).toBe(60_00n);
    expect((await call(showOfficeOrder, { params })).data.nRefunded).toBe(0);
    expect((await refund([first], sums)).data).toEqual(sums);
    expect(await anna.balance()).toBe(80_00n);
    const { data } = await call(showOfficeOrder, { params });
    expect(data).toMatchObject({ nRefunded: 20, eState: 'delivered' });
    expect(data.aMoments.map(({ eKind }: { eKind: string }) => eKind)).toEqual(
      expect.arrayContaining(['placed', 'paid', 'delivered', 'refunded', 'deed']),
    );
  });

  test('sums that changed meanwhile are refused with the right ones', async () => {
    const { anna, first, second, quote, refund, view } = await twoLines(shared());
    const { data: sums } = await quote([first, second]);
    await view();
    const { code, data } = await refund([first, second], sums);
    expect(code).toBe('order.refund_changed');
    expect(data.oSums).toEqual({ nLines: 1, nToCard: 0, nToWallet: 20, nGone: 0 });
    expect(await anna.balance()).toBe(60_00n);
    // Also those that were seen, when that was decided.
    const even = { ...plain, bEvenViewed: true };
    expect(
      (await refund([first, second], (await quote([first, second], even)).data, even)).status,
    ).toBe(200);
    expect(await anna.balance()).toBe(100_00n);
  });

  test('two refunds of one line at once give back once; a third finds nothing', async () => {
    const { anna, first, quote, refund } = await twoLines(shared());
    const { data: sums } = await quote([first]);
    const both = await Promise.all([refund([first], sums), refund([first], sums)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await refund([first], sums)).code).toBe('order.nothing_to_refund');
    expect(await anna.balance()).toBe(80_00n);
  });

  test('a line of another order is refused at its field', async () => {
    const shop = shared();
    const { refund, quote, first } = await twoLines(shop);
    const other = await twoLines(shop);
    const sums = (await quote([first])).data;
    expect((await refund([first, other.first], sums)).status).toBe(400);
    expect(await other.anna.balance()).toBe(60_00n);
  });

  test.each<[Role, readonly number[]]>([
    ['owner', [200, 200, 200, 404]],
    ['support', [200, 200, 200, 404]],
    ['finance', [200, 200, 200, 403]],
    ['reviewer', [200, 200, 403, 403]],
    ['catalogue', [403, 403, 403, 403]],
  ])('a %s sees, refunds and is shown codes as the role says', async (role, expected) => {
    const shop = shared();
    const { params, first } = await twoLines(shop);
    const { call, code } = await staff(shop, role);
    const replies = [
      await call(listOfficeOrders, {}),
      await call(showOfficeOrder, { params }),
      await call(quoteRefund, { params, body: { aLineIds: [first], ...plain } }),
      await call(showOfficeCode, {
        params: { ...params, sCodeId: 'code_999999' },
        body: { sCode: await code(), sReason: 'x' },
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(expected);
  });
});

describe('codes that staff is shown', () => {
  async function showing(shop: TestShop) {
    const { anna, order, cards } = await bought(shop, { quantity: 2 });
    const { call, code, id } = await staff(shop, 'support');
    const params = { id: order._id };
    const { data: listed } = await call(listOfficeCodes, { params });
    const [first] = listed.aRows;
    const show = (sCode: string, sCodeId = first._id) =>
      call(showOfficeCode, { params: { ...params, sCodeId }, body: { sCode, sReason: 'A claim' } });
    return { shop, anna, order, cards, call, code, id, params, listed, show };
  }

  test('a list of codes has none; one is shown for a new code of the app, and told to its owner', async () => {
    const shop = await startShop();
    const { anna, cards, code, show, listed, params, id } = await showing(shop);
    for (const secret of cards[0]?.codes ?? [])
      expect(JSON.stringify(listed)).not.toContain(secret);
    for (const wrong of ['000000', '123456'])
      expect((await show(wrong)).code).toBe('factor.wrong_code');
    const right = await code();
    const { data } = await show(right);
    expect(cards[0]?.codes).toContain(data.sContent);
    // A code of the app works once.
    expect((await show(right)).code).toBe('factor.wrong_code');
    const next = await code();
    const both = await Promise.all([show(next), show(next)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

    const { deed, facts } = await shop.db.one(sql<{ deed: string; facts: object }>`
      select deed, facts from audit_entries where operator_id = ${id} and deed = 'orders.showCode' order by id limit 1`);
    expect(deed).toBe('orders.showCode');
    expect(facts).toMatchObject({ id: params.id, sReason: 'A claim' });
    expect(JSON.stringify(facts)).not.toContain('sCode"');
    await expect
      .poll(() => shop.sandbox.mails().filter(({ to }) => to.includes(anna.email)).length)
      .toBeGreaterThan(0);
  });

  test('a look at the list of codes, which has serials, is in the log', async () => {
    const shop = await startShop({ working: false });
    const { id, params } = await showing(shop);
    const entries = await shop.db.rows(sql<{ subject: string }>`
      select subject from audit_entries where operator_id = ${id} and deed = 'orders.listCodes'`);
    expect(entries).toEqual([{ subject: params.id }]);
  });

  test('it counts as shown to staff, not as seen by its owner, who can still be given their money back', async () => {
    const shop = await startShop({ working: false });
    const { anna, order, call, code, show, params, id } = await showing(shop);
    expect((await show(await code())).status).toBe(200);
    const { data: page } = await call(showOfficeOrder, { params });
    expect(page.aReveals).toMatchObject([{ eKind: 'staff', sOperator: 'Olga support' }]);
    // The name is the operator's own choice: the id is what is kept.
    expect(await shop.db.rows(sql`select operator from code_reveals where kind = 'staff'`)).toEqual(
      [{ operator: id }],
    );
    expect(page.aLines[0]).toMatchObject({ nCodes: 2, nViewed: 0 });
    const told = await shop.call(listReveals, { token: anna.token, params, query: {} });
    expect(told.body.data).toMatchObject([{ eKind: 'staff' }]);
    const aLineIds = order.aCartData.map(({ _id }) => _id);
    expect((await call(quoteRefund, { params, body: { aLineIds, ...plain } })).data.nToWallet).toBe(
      20,
    );
  });

  test('twenty a day are all, and codes of other orders or voided ones are none', async () => {
    const shop = await startShop({ working: false });
    const { code, show } = await showing(shop);
    const other = await showing(shop);
    expect((await show(await code(), other.listed.aRows[0]._id)).code).toBe('order.code_not_found');
    for (let shown = 1; shown < 20; shown += 1) expect((await show(await code())).status).toBe(200);
    expect((await show(await code())).code).toBe('request.throttled');
  });
});

test('the list is filtered by state, method, currency, day and member, in pages without a gap', async () => {
  const shop = await startShop({ working: false });
  const { anna } = await bought(shop, { quantity: 1 });
  await bought(shop, { quantity: 1 });
  await shop.owner.script(`alter table orders disable trigger user;
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state, subtotal_minor,
      service_charge_minor, discount_minor, total_minor, wallet_minor, cashback_minor, created_at)
    select '${anna.id}', 'ord_t' || lpad(n::text, 4, '0'), 't' || n, '', case when n % 2 = 0 then 'PayPal' else 'Wallet' end,
      'eur', case when n % 3 = 0 then 'refunded' else 'failed' end, 100, 0, 0, 100, case when n % 2 = 0 then 0 else 100 end,
      0, '2024-05-01'::timestamptz + n / 10 * interval '1 hour' from generate_series(1, 130) n;`);
  const { call } = await makeOperator(shop, 'support');
  const list = async (query: object) => (await call(listOfficeOrders, { query })).data;
  const all = async (query: object) => {
    const ids: string[] = [];
    let sAfter: string | null = '';
    for (let page = 0; sAfter !== null && page < 9; page += 1) {
      const { aRows, sNext }: { aRows: { _id: string }[]; sNext: string | null } = await list({
        ...query,
        sAfter,
      });
      ids.push(...aRows.map(({ _id }) => _id));
      sAfter = sNext;
    }
    return ids;
  };
  expect(new Set(await all({ sMemberId: anna.id })).size).toBe(131);
  expect((await all({})).length).toBe(132);
  const refunded = await all({ eState: 'refunded', eGateway: 'PayPal', eCurrency: 'eur' });
  expect(refunded).toEqual(refunded.toSorted().reverse());
  expect(refunded.length).toBe(21);
  expect((await list({ eState: 'refunded', sMemberId: anna.id })).nCount).toBe(43);
  expect((await all({ dFrom: '2024-05-01', dTo: '2024-05-01' })).length).toBe(130);
  expect((await all({ dTo: '2024-04-30' })).length).toBe(0);
  await shop.owner.script(`delete from orders where id like 'ord_t%'`).catch(() => undefined);
});
