import { addToCart } from '@giftlane/contract/shop/cart.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { type OrderState, orderStates } from '@giftlane/contract/shop/order-states.ts';
import { buyAgain, listOrders } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeCard, makeMember, orderBody, type TestMember } from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { findOrders } from './find-orders.ts';

interface Query {
  search?: string;
  eStatus?: OrderState;
  dFrom?: string;
  dTo?: string;
  page?: number;
  limit?: number;
}

async function findIn(shop: TestShop, { token }: TestMember, query: Query) {
  const { body } = await shop.call(listOrders, { token, query });
  return { ids: body.data.map(({ _id }) => _id), total: body.totalCount, orders: body.data };
}

/** Orders that came to nothing, `first` to `last`, the first of them `first` days ago. */
async function addPast(
  shop: TestShop,
  { memberId, cardId }: { memberId: string; cardId: string },
  { state = 'failed', reason = 'lapsed' as string | null, first = 1, last = 1 } = {},
) {
  await shop.db.tx(async (tx) => {
    await tx.run(sql`
    insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
      fail_reason, subtotal_minor, service_charge_minor, discount_minor, total_minor,
      wallet_minor, cashback_minor, created_at, lapses_at)
    select ${memberId}, 'ord_' || n, 'number-of-order-' || n, 'x', 'PayPal', 'usd', ${state},
      ${reason}, 100, 0, 0, 100, 0, 0, app_now() - n * interval '1 day', app_now()
    from generate_series(${first}::int, ${last}::int) as n`);
    await tx.run(sql`
    insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
      payable_minor, cashback_minor, state)
    select ${memberId}, 'ord_' || n, 'ol_' || n, 1, ${cardId}, 1, 'Some card', 100, 100, 0, 0, 0, 1,
      100, 0, 0 from generate_series(${first}::int, ${last}::int) as n`);
  });
}

async function rename(shop: TestShop, brandId: string, title: string) {
  await shop.db.run(sql`update brands set title = ${title} where id = ${brandId}`);
  await shop.catalog.refresh();
}

describe('searches in one shop', () => {
  const shared = shopForAll({ working: false });

  test('orders are found by words of a card, sold any more or not, and by their number', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const [kestrel, larch] = [await makeCard(shop), await makeCard(shop)];
    await rename(shop, kestrel.brandId, 'Kestrel Arcade');
    await rename(shop, larch.brandId, 'Lärche & Söhne');
    await addPast(shop, { memberId: anna.id, cardId: kestrel.id }, { first: 1, last: 3 });
    await addPast(shop, { memberId: anna.id, cardId: larch.id }, { first: 4, last: 5 });
    await shop.db.run(sql`update brands set retired_at = now() where id = ${larch.brandId}`);
    await shop.catalog.refresh();
    const find = async (search: string) => (await findIn(shop, anna, { search })).ids;
    expect(await find('arc kes')).toEqual(['ord_1', 'ord_2', 'ord_3']);
    expect(await find('LARCHE')).toEqual(['ord_4', 'ord_5']);
    expect(await find('10')).toHaveLength(5); // The value is part of the title.
    expect(await find('estrel')).toEqual([]);
    expect(await find('number-of-order-2')).toEqual(['ord_2']);
    expect(await find(' ord_3 ')).toEqual(['ord_3']);
    expect(await find('%')).toEqual([]);
    expect(await find('  ')).toHaveLength(5);
  });

  test('searches among many cards compare some at once, and everybody else is served between', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const { brandId } = await makeCard(shop, { codes: 0 });
    await rename(shop, brandId, 'Merlin');
    await shop.db.run(sql`
      insert into cards (id, brand_id, currency, value_minor, price_minor)
      select 'merlin_' || n, ${brandId}, 'usd', 2000 + n, 100 from generate_series(1, 250) as n`);
    await shop.catalog.refresh();
    for (let n = 1; n <= 250; n += 1)
      await addPast(shop, { memberId: anna.id, cardId: `merlin_${n}` }, { first: n, last: n });
    const compared = new Map<number, number>();
    let turn = 0;
    let going = true;
    const others = () => {
      turn += 1;
      if (going) setImmediate(others);
    };
    others();
    const titleOf = (cardId: string) => {
      compared.set(turn, (compared.get(turn) ?? 0) + 1);
      return shop.catalog.titleOf(cardId);
    };
    const search = () =>
      findOrders(shop.db, anna.id, { search: 'merl', titleOf }, { page: 1, limit: 10 });
    const found = await Promise.all([search(), search(), search()]);
    going = false;
    expect(found.map(({ total }) => total)).toEqual([250, 250, 250]);
    const atOnce = [...compared.values()].sort((a, b) => b - a);
    expect(atOnce).toEqual([100, 100, 100, 100, 100, 100, 50, 50, 50]);
  });

  test('13 orders of others are not found', async () => {
    const shop = shared();
    const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
    const card = await makeCard(shop);
    await addPast(shop, { memberId: anna.id, cardId: card.id }, { last: 2 });
    for (const search of ['nimbus', 'ord_1', 'number-of-order-1'])
      expect(await findIn(shop, eve, { search })).toMatchObject({ ids: [], total: 0 });
  });

  test('a state finds exactly the orders that show its word', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const cardId = card.id;
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.call(pay, { token: anna.token, body })).status).toBe(200);
    const all: [state: string, reason: string | null][] = [
      ['pending', null],
      ['pending', 'declined'],
      ['failed', 'lapsed'],
      ['failed', 'cancelled'],
      ['failed', 'declined'],
    ];
    for (const [index, [state, reason]] of all.entries()) {
      const place = { first: index + 1, last: index + 1 };
      await addPast(shop, { memberId: anna.id, cardId }, { state, reason, ...place });
    }
    const { orders } = await findIn(shop, anna, {});
    expect(new Set(orders.map((order) => order.eStatus)).size).toBe(4);
    for (const eStatus of orderStates) {
      const wanted = orders.filter((order) => order.eStatus === eStatus).map(({ _id }) => _id);
      expect((await findIn(shop, anna, { eStatus })).ids, eStatus).toEqual(wanted);
      const query: Query = { eStatus, search: 'nimbus' };
      expect((await findIn(shop, anna, query)).ids, eStatus).toEqual(wanted);
    }
  });
});

test('days bound a search on both sides, pages go through what was found', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { id: cardId } = await makeCard(shop);
  await addPast(shop, { memberId: anna.id, cardId }, { first: 1, last: 30 });
  const at = async (id: string) =>
    (
      await shop.db.one(sql<{ at: Date }>`select created_at as at from orders where id = ${id}`)
    ).at.toISOString();
  const days: Query = { dFrom: await at('ord_20'), dTo: await at('ord_8') };
  for (const search of [undefined, 'nimbus']) {
    const query = { ...days, ...(search && { search }) };
    const first = await findIn(shop, anna, query);
    expect([first.ids[0], first.ids.at(-1), first.total]).toEqual(['ord_9', 'ord_18', 12]);
    expect((await findIn(shop, anna, { ...query, page: 2 })).ids).toEqual(['ord_19', 'ord_20']);
    expect((await findIn(shop, anna, { ...query, page: 1_000_000, limit: 100 })).ids).toEqual([]);
  }
  const edges: Query = { dFrom: '0001-01-01T00:00:00.000Z', dTo: '9999-12-31T23:59:59.999Z' };
  expect((await findIn(shop, anna, edges)).total).toBe(30);
  const wrong = await shop.raw('GET', '/transactions?dFrom=yesterday', { token: anna.token });
  expect(wrong.status).toBe(400);
});

test('finding reads indexes and counts so far, however many orders there are', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const { id: cardId } = await makeCard(shop);
  await addPast(shop, { memberId: anna.id, cardId }, { first: 1, last: 10_001 });
  expect((await findIn(shop, anna, { limit: 1 })).total).toBe(10_000);
  expect((await findIn(shop, anna, { search: 'nimbus', limit: 1 })).total).toBe(1_000);
  expect((await findIn(shop, anna, { eStatus: 'Failed', limit: 1 })).total).toBe(1_000);
  expect((await findIn(shop, anna, { eStatus: 'Refunded' })).total).toBe(0);
});

test('buying again puts the cards at today’s prices into the cart and names what it leaves out', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const [kept, gone] = [await makeCard(shop), await makeCard(shop)];
  const body = orderBody(anna, { card: kept, quantity: 2, totalMinor: 30_00n });
  body.aCartData.push({ iGiftCardId: gone.id, nQuantity: 1 });
  const order = (await shop.call(pay, { token: anna.token, body })).body.data;
  await shop.db.run(sql`update cards set retired_at = now() where id = ${gone.id}`);
  await shop.db.run(sql`update cards set price_minor = 1250 where id = ${kept.id}`);
  await shop.catalog.refresh();
  const again = () => shop.call(buyAgain, { token: anna.token, params: { id: order._id } });
  const leftOut = [{ sTitle: 'Nimbus $10', eReason: 'gone' }];
  expect((await again()).body.data).toEqual({ nAdded: 1, aLeftOut: leftOut });
  expect((await shop.raw('GET', '/cart', { token: anna.token })).body.data).toMatchObject([
    { iGiftCardId: kept.id, nQuantity: 2, nPrice: 12.5 },
  ]);

  await shop.raw('DELETE', '/cart', { token: anna.token });
  const euro = await makeCard(shop, { currency: 'eur' });
  const item = { iGiftCardId: euro.id, nQuantity: 1 };
  await shop.call(addToCart, { token: anna.token, body: item });
  const { body: refused } = await again();
  expect(refused.data.nAdded).toBe(0);
  expect(refused.data.aLeftOut.map(({ eReason }) => eReason)).toEqual(['currency', 'gone']);
});
