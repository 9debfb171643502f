/** Giving an order up puts its cards back into the cart, where somebody else may be busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelOrder, initiate } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { heldOf, move, post, walletOf } from '../../../ledger/ledger.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeCard } from '../../../testing/builders.ts';
import { initiated } from '../../../testing/buying.ts';
import { runChore } from '../../../testing/faults.ts';
import { startShop } from '../../../testing/start-shop.ts';
import { addToCart, removeOrdered } from '../../cart/cart.ts';

test('cancelling works while a card of another currency is put into the cart', async () => {
  const shop = await startShop({ working: false });
  const { anna, body } = await initiated(shop);
  const euro = await makeCard(shop, { currency: 'eur' });
  let cancelling: Promise<{ status: number }> | undefined;
  await shop.db.tx(async (tx) => {
    await addToCart(tx, shop.catalog, { memberId: anna.id, cardId: euro.id, quantity: 1 });
    const { sOrderId } = body;
    cancelling = shop.call(cancelOrder, { token: anna.token, body: { sOrderId } });
    await sleep(300);
  });
  expect((await cancelling)?.status).toBe(200);
});

test('one member’s busy cart does not keep the orders of others from lapsing', async () => {
  const shop = await startShop({ working: false });
  const first = await initiated(shop);
  const second = await initiated(shop);
  const euro = await makeCard(shop, { currency: 'eur' });
  await shop.moveClock(minutes(31));
  let lapsing = Promise.resolve('');
  await shop.db.tx(async (tx) => {
    const wish = { memberId: first.anna.id, cardId: euro.id, quantity: 1 };
    await addToCart(tx, shop.catalog, wish);
    lapsing = runChore(shop, 'checkout.lapse').then(
      () => 'done',
      (error: unknown) => String(error),
    );
    await sleep(300);
  });
  const again = { token: second.anna.token, body: second.wish };
  expect([await lapsing, (await shop.call(initiate, again)).body.code]).toEqual([
    'done',
    'order.lapsed',
  ]);
});

test('cancelling one order while the same card is ordered again is no fault', async () => {
  const shop = await startShop({ working: false });
  const { anna, card, body } = await initiated(shop, { walletMinor: 12_00n });
  await addToCart(shop.db, shop.catalog, { memberId: anna.id, cardId: card.id, quantity: 1 });
  let cancelling: Promise<{ status: number }> | undefined;
  // What initiate does in its second round trip, in its order, only slower.
  const ordering = shop.db.tx(async (tx) => {
    await removeOrdered(tx, [{ memberId: anna.id, lines: [{ cardId: card.id, quantity: 1 }] }]);
    const { sOrderId } = body;
    cancelling = shop.call(cancelOrder, { token: anna.token, body: { sOrderId } });
    await sleep(300);
    const accounts = { from: walletOf(anna.id, 'usd'), to: heldOf(anna.id, 'usd') };
    await post(tx, {
      owner: anna.id,
      key: 'order:other:hold',
      kind: 'hold',
      reference: 'other',
      entries: move(1_00n, 'usd', accounts),
    });
    throw new Error('undone');
  });
  await expect(ordering).rejects.toThrow('undone');
  expect((await cancelling)?.status).toBe(200);
});
