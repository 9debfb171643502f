import { pay } from '@giftlane/contract/shop/checkout.ts';
import {
  downloadCodes,
  listCodes,
  listOrders,
  listReveals,
  showOrder,
  viewCard,
} from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { type Queryable, sql } from '../../platform/db/db.ts';
import {
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { refundOrder } from '../checkout/checkout.ts';
import { ownersOf } from './orders.ts';

async function bought(shop: TestShop, quantity: number) {
  const anna = await makeMember(shop, { walletMinor: 10_000_00n });
  const card = await makeCard(shop, { priceMinor: 1_00n, codes: quantity });
  const body = orderBody(anna, { card, quantity, totalMinor: BigInt(quantity) * 1_00n });
  const order = (await shop.call(pay, { token: anna.token, body })).body.data;
  return { anna, card, order };
}

describe('orders in one shop', () => {
  const shared = shopForAll();

  test('ORD-03, ORD-13, API-45 orders come ten a page, newest first, with their number', async () => {
    const shop = shared();
    const { anna, card, order } = await bought(shop, 1);
    await shop.db.tx(async (tx) => {
      await tx.run(sql`
      insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
        fail_reason, subtotal_minor, service_charge_minor, discount_minor, total_minor,
        wallet_minor, cashback_minor, created_at)
      select ${anna.id}, 'ord_old' || n, 'old-order-number-' || n, 'x', 'PayPal', 'usd', 'failed',
        'lapsed', 100, 0, 0, 100, 0, 0, app_now() - n * interval '1 day'
      from generate_series(1, 25) as n`);
      await tx.run(sql`
      insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
        value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
        payable_minor, cashback_minor, state)
      select ${anna.id}, 'ord_old' || n, 'ol_old' || n, 1, ${card.id}, 1, 'Nimbus', 100, 100, 0, 0,
        0, 1, 100, 0, 0 from generate_series(1, 25) as n`);
    });
    const page = async (n: number) =>
      (await shop.call(listOrders, { token: anna.token, query: { page: n } })).body;
    const [first, third] = [await page(1), await page(3)];
    expect(first.totalCount).toBe(26);
    expect(first.data.map((one) => one._id).slice(0, 2)).toEqual([order._id, 'ord_old1']);
    expect(first.data).toHaveLength(10);
    expect(third.data).toHaveLength(6);
  });

  test('ORD-15 a line carries 20 codes at most, the rest comes in pages', async () => {
    const shop = shared();
    const { anna, order } = await bought(shop, 45);
    expect(order.aCartData[0]?.aCardCode).toHaveLength(20);
    const { body } = await shop.call(listCodes, {
      token: anna.token,
      params: { id: order._id },
      query: { page: 3, limit: 20 },
    });
    expect([body.data.length, body.totalCount]).toEqual([5, 45]);
  });

  test('a download asks for the password, has every code, and counts as revealing each', async () => {
    const shop = shared();
    const { anna, card, order } = await bought(shop, 30);
    const ask = (sPassword: string) =>
      shop.call(downloadCodes, {
        token: anna.token,
        params: { id: order._id },
        body: { sPassword },
      });
    const wrong = await ask('not-this-one');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'account.wrong_password']);
    const { status, headers, body } = await ask(testPassword);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    for (const code of card.codes) expect(body.data).toContain(code);
    const log = await shop.call(listReveals, { token: anna.token, params: { id: order._id } });
    expect([log.body.totalCount, log.body.data[0]?.eKind]).toEqual([30, 'download']);
    const shown = await shop.call(showOrder, { token: anna.token, params: { id: order.sOrderId } });
    expect(shown.body.data.aCartData[0]?.aCardCode.every((code) => code.dViewedAt)).toBe(true);
  });

  test('a code is marked viewed the first time, and revealed again later', async () => {
    const shop = shared();
    const { anna, order } = await bought(shop, 1);
    const cardId = order.aCartData[0]?.aCardCode[0]?._id ?? '';
    const reveal = (id = cardId) =>
      shop.call(viewCard, { token: anna.token, params: { id: order._id }, body: { cardId: id } });
    const [first, second] = [await reveal(), await reveal()];
    expect(second.body.data).toEqual(first.body.data);
    const log = await shop.call(listReveals, { token: anna.token, params: { id: order._id } });
    expect(log.body.totalCount).toBe(2);
    // A code has one spelling.
    const respelled = await reveal(cardId.replace('code_', 'code_0'));
    expect(respelled.body.code).toBe('order.code_not_found');
  });

  test('13 another’s order is as unknown as one that never was', async () => {
    const shop = shared();
    const { order } = await bought(shop, 1);
    const eve = await makeMember(shop);
    const ask = async (id: string) =>
      (await shop.call(showOrder, { token: eve.token, params: { id } })).body;
    expect(await ask(order._id)).toEqual(await ask('ord_never'));
  });

  test('4 a code is stored encrypted alone', async () => {
    const shop = shared();
    const { card } = await bought(shop, 1);
    const { found } = await shop.db.one(sql<{ found: number }>`
      select count(*)::int as found from codes
      where position(${Buffer.from(card.codes[0] ?? '')}::bytea in content) > 0
        or serial = ${card.codes[0]}`);
    expect(found).toBe(0);
  });
});

test('ORD-15 of a line that was given back the codes that were viewed are listed, and counted', async () => {
  const shop = await startShop({ working: false });
  const { anna, order } = await bought(shop, 3);
  const asked = { token: anna.token, params: { id: order._id } };
  const cardId = order.aCartData[0]?.aCardCode[1]?._id ?? '';
  expect((await shop.call(viewCard, { ...asked, body: { cardId } })).status).toBe(200);
  const key = { memberId: anna.id, id: order._id };
  const given = await refundOrder(shop, key, { reason: 'finance decided', evenViewed: true });
  expect(given.lines).toBe(1);
  const { body } = await shop.call(listCodes, { ...asked, query: { page: 1, limit: 20 } });
  expect([body.data.map(({ _id }) => _id), body.totalCount]).toEqual([[cardId], 1]);
  // What nobody has seen is out of trade; what was seen stays what it was.
  const states = await shop.db.rows(sql<{ state: string }>`select state from codes order by id`);
  expect(states.map(({ state }) => state)).toEqual(['void', 'sold', 'void']);
});

test('a download has the codes in the order of the lines, as the page has them', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const cards = [await makeCard(shop, { codes: 0 }), await makeCard(shop, { codes: 0 })] as const;
  const codesOf = new Map<string, string[]>();
  // Against the order of the cards, which is that of the lines.
  for (const { id } of cards.toReversed()) codesOf.set(id, await loadCodes(shop, id, 2));
  const body = orderBody(anna, { card: cards[0], quantity: 2, totalMinor: 40_00n });
  body.aCartData.push({ iGiftCardId: cards[1].id, nQuantity: 2 });
  const order = (await shop.call(pay, { token: anna.token, body })).body.data;
  const file = await shop.call(downloadCodes, {
    token: anna.token,
    params: { id: order._id },
    body: { sPassword: testPassword },
  });
  const rows = file.body.data.trim().split(/\r?\n/).slice(1);
  const listed = order.aCartData.flatMap(({ iGiftCardId }) => codesOf.get(iGiftCardId) ?? []);
  expect(rows.map((row) => row.split(',').at(-1)?.replaceAll('"', ''))).toEqual(listed);
});

test('the password of a download may be guessed at as often as that of a sign-in', async () => {
  const shop = await startShop({ working: false, env: { THROTTLE: '1' } });
  const { anna, order } = await bought(shop, 1);
  const ask = (sPassword: string) =>
    shop.call(downloadCodes, {
      token: anna.token,
      params: { id: order._id },
      body: { sPassword },
    });
  for (let tries = 0; tries < 10; tries += 1)
    expect((await ask('not-this-one')).body.code).toBe('account.wrong_password');
  expect((await ask(testPassword)).body.code).toBe('request.throttled');
});

test('an order is found by either id without reading the others', async () => {
  const shop = await startShop({ working: false });
  const { anna, order } = await bought(shop, 1);
  const found = [{ memberId: anna.id, id: order._id }];
  expect(await ownersOf(shop.db, order._id)).toEqual(found);
  expect(await ownersOf(shop.db, order.sOrderId)).toEqual(found);
  expect(await ownersOf(shop.db, 'nothing')).toEqual([]);
  const plans: string[] = [];
  const explaining: Pick<Queryable, 'rows'> = {
    async rows({ text, values }) {
      const plan = await shop.db.pool.query({ text: `explain ${text}`, values: [...values] });
      plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
  };
  await ownersOf(explaining, order._id);
  expect(plans.join()).toMatch(/orders_pkey(.|\n)*orders_client_id/);
  expect(plans.join()).not.toContain('Seq Scan');
});
