import { addToCart, showCart } from '@giftlane/contract/shop/cart.ts';
import { cancelOrder } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeCard, type makeMember } from '../../../testing/builders.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';

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
