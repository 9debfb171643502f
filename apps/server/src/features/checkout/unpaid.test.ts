import { addToCart, showCart } from '@giftlane/contract/cart.ts';
import { cancelOrder, initiate } from '@giftlane/contract/checkout.ts';
import { showOrder } from '@giftlane/contract/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { minutes } from '../../platform/durations.ts';
import { makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { atProvider, initiated } from '../../testing/buying.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';

type Member = Awaited<ReturnType<typeof makeMember>>;
type Card = Awaited<ReturnType<typeof makeCard>>;

const put = (shop: TestShop, { token }: Member, card: Card, nQuantity: number) =>
  shop.call(addToCart, { token, body: { iGiftCardId: card.id, nQuantity } });

async function cartOf(shop: TestShop, { token }: Member) {
  const { body } = await shop.call(showCart, { token });
  return body.data.map(({ iGiftCardId, nQuantity }) => [iGiftCardId, nQuantity]);
}

const lapse = async (shop: TestShop) => {
  await shop.moveClock(minutes(31));
  await shop.chores.find(({ name }) => name === 'checkout.lapse')?.run();
};

test('a cancelled order is in the cart again, once, beside what came meanwhile', async () => {
  const shop = await startShop({ working: false });
  const { anna, card, body } = await initiated(shop);
  const other = await makeCard(shop);
  await put(shop, anna, other, 2);
  const { sOrderId } = body;
  await shop.call(cancelOrder, { token: anna.token, body: { sOrderId } });
  await shop.call(cancelOrder, { token: anna.token, body: { sOrderId } });
  expect(await cartOf(shop, anna)).toEqual([
    [other.id, 2],
    [card.id, 3],
  ]);
});

test('a lapsed order is in the cart again, but not what is there already', async () => {
  const shop = await startShop({ working: false });
  const { anna, card } = await initiated(shop);
  await put(shop, anna, card, 1);
  await lapse(shop);
  expect(await cartOf(shop, anna)).toEqual([[card.id, 1]]);
});

test('a lapsed order does not join a cart of another currency', async () => {
  const shop = await startShop({ working: false });
  const { anna, body } = await initiated(shop);
  const euro = await makeCard(shop, { currency: 'eur' });
  await put(shop, anna, euro, 1);
  await lapse(shop);
  const order = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
  expect(order.body.data.eStatus).toBe('Failed');
  expect(await cartOf(shop, anna)).toEqual([[euro.id, 1]]);
});

test('11 money that comes after the lapse takes its cards out of the cart again', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  await order.confirm();
  await shop.db.run(sql`update payments set state = 'created'`);
  await lapse(shop);
  expect(await cartOf(shop, order.anna)).toHaveLength(1);
  await shop.db.run(sql`update payments set state = 'claimed'`);
  await shop.chores.find(({ name }) => name === 'checkout.reconcile')?.run();
  expect(await cartOf(shop, order.anna)).toEqual([]);
});

test('11 the unpaid orders of one member hold no more codes than the shop allows', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(
    sql`update site_options set value = '5' where name = 'max_unpaid_codes_per_member'`,
  );
  const anna = await makeMember(shop);
  const card = await makeCard(shop, { priceMinor: 10_00n, codes: 20 });
  const wishes = Array.from({ length: 4 }, () => {
    const order = { card, quantity: 2, totalMinor: 20_00n, gateway: 'PayPal' } as const;
    const { sPayerId, ...wish } = orderBody(anna, order);
    return { token: anna.token, body: wish, sPayerId };
  });
  const replies = await Promise.all(wishes.map((wish) => shop.call(initiate, wish)));
  expect(replies.map(({ body }) => body.code ?? 'placed').sort()).toEqual([
    'order.too_many_unpaid',
    'order.too_many_unpaid',
    'placed',
    'placed',
  ]);
  expect(replies.map(({ body }) => body.message)).toContain(
    'Your unpaid orders can reserve at most 5 codes in total, including this one. Pay or cancel one first.',
  );
  const { reserved } = await shop.db.one(sql<{ reserved: number }>`
    select count(*)::int as reserved from codes where state = 'reserved'`);
  expect(reserved).toBe(4);
  await lapse(shop);
  // Too large by itself: no other order stands in its way.
  const { sPayerId, ...large } = orderBody(anna, {
    card,
    quantity: 6,
    totalMinor: 60_00n,
    gateway: 'PayPal',
  });
  const refused = await shop.call(initiate, { token: anna.token, body: large });
  expect(refused.body.code).toBe('order.too_many');
  const [again] = wishes;
  const fresh = {
    ...again?.body,
    sOrderId: `${again?.body.sOrderId}-2`,
  } as (typeof wishes)[0]['body'];
  expect((await shop.call(initiate, { token: anna.token, body: fresh })).status).toBe(200);
});
