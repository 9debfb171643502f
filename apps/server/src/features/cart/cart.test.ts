import {
  addToCart,
  changeCartLine,
  clearCart,
  removeCartLine,
  showCart,
} from '@giftlane/contract/shop/cart.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeCard, makeMember, type TestMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';

const add = (shop: TestShop, anna: TestMember, card: { id: string }, nQuantity = 1) =>
  shop.call(addToCart, { token: anna.token, body: { iGiftCardId: card.id, nQuantity } });

const linesOf = async (shop: TestShop, anna: TestMember) =>
  (await shop.call(showCart, { token: anna.token })).body.data;

describe('carts in one shop', () => {
  const shared = shopForAll();

  test('CART-17, CARD-15, API-36, API-37 a card added is in the cart at the shop’s price', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeCard(shop, { priceMinor: 19_99n, discountBp: 250, cashbackBp: 150 });
    const { status } = await add(shop, anna, card, 2);
    expect(status).toBe(200);
    expect(await linesOf(shop, anna)).toMatchObject([
      { iGiftCardId: card.id, nQuantity: 2, nPrice: 19.99, nDiscount: 2.5, nCashBack: 1.5 },
    ]);
  });

  test('a card added again gets its quantity added, also 20 times at once', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    await Promise.all(Array.from({ length: 20 }, () => add(shop, anna, card, 2)));
    expect(await linesOf(shop, anna)).toMatchObject([{ nQuantity: 40 }]);
  });

  test('a price changed meanwhile is the price of the cart', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeCard(shop, { priceMinor: 10_00n });
    await add(shop, anna, card);
    await shop.db.run(sql`update cards set price_minor = 1150 where id = ${card.id}`);
    await shop.catalog.refresh();
    expect(await linesOf(shop, anna)).toMatchObject([{ nPrice: 11.5 }]);
  });

  test('a cart holds one currency, also when two are added at once', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const [usd, eur] = [await makeCard(shop), await makeCard(shop, { currency: 'eur' })];
    const replies = await Promise.all([add(shop, anna, usd), add(shop, anna, eur)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.body.code).toBe('cart.other_currency');
    expect(refused?.body.message).toMatch(/^Your cart holds (USD|EUR) cards/);
  });

  test('an emptied cart may take another currency', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const [usd, eur] = [await makeCard(shop), await makeCard(shop, { currency: 'eur' })];
    await add(shop, anna, usd);
    await shop.call(clearCart, { token: anna.token });
    expect((await add(shop, anna, eur)).status).toBe(200);
    expect(await linesOf(shop, anna)).toMatchObject([{ eCurrency: 'eur' }]);
  });

  test('API-38, CART-04 a quantity is changed, and not below 1 nor above 1,000', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const line = (await add(shop, anna, card)).body.data;
    const set = (nQuantity: number) =>
      shop.raw('PUT', `/cart/${line._id}`, { token: anna.token, body: { nQuantity } });
    expect((await set(7)).status).toBe(200);
    expect((await set(0)).status).toBe(400);
    expect((await set(1.5)).status).toBe(400);
    const tooMany = { status: 400, message: text('error.orderTooMany', { max: maxQuantity }) };
    expect((await set(1001)).body).toMatchObject(tooMany);
    expect((await add(shop, anna, card, 994)).body.code).toBe('cart.too_many');
    expect(await linesOf(shop, anna)).toMatchObject([{ nQuantity: 7 }]);
  });

  test('API-39, API-40 lines are removed one by one or all', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const cards = [await makeCard(shop), await makeCard(shop), await makeCard(shop)] as const;
    const first = (await add(shop, anna, cards[0])).body.data;
    await add(shop, anna, cards[1]);
    await add(shop, anna, cards[2]);
    const remove = () =>
      shop.call(removeCartLine, { token: anna.token, params: { id: first._id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).body.code).toBe('cart.not_found');
    expect(await linesOf(shop, anna)).toHaveLength(2);
    await shop.call(clearCart, { token: anna.token });
    expect(await linesOf(shop, anna)).toEqual([]);
  });

  test('13 nobody changes another’s cart', async () => {
    const shop = shared();
    const [anna, eve] = [await makeMember(shop), await makeMember(shop)];
    const line = (await add(shop, anna, await makeCard(shop))).body.data;
    const foreign = await shop.call(changeCartLine, {
      token: eve.token,
      params: { id: line._id },
      body: { nQuantity: 9 },
    });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'cart.not_found']);
    expect(await linesOf(shop, anna)).toMatchObject([{ nQuantity: 1 }]);
  });

  test('a card that is not sold any more leaves the cart and can not be added', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    await add(shop, anna, card);
    await shop.db.run(sql`update cards set retired_at = now() where id = ${card.id}`);
    await shop.catalog.refresh();
    expect(await linesOf(shop, anna)).toEqual([]);
    expect((await add(shop, anna, card)).body.code).toBe('cart.card_not_found');
  });
});

longTest('the first cards of a cart, several at the same moment, all go into it', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const cards = await Promise.all(Array.from({ length: 4 }, () => makeCard(shop)));
  for (let round = 0; round < 100; round += 1) {
    await shop.db.script('delete from cart_lines; delete from carts');
    const replies = await Promise.all(cards.map((card) => add(shop, anna, card)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(await linesOf(shop, anna)).toHaveLength(4);
});

test('a line that wants more than there is says how many there are, before the order is refused', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const [card, plenty] = [await makeCard(shop, { codes: 40 }), await makeCard(shop, { codes: 40 })];
  const added = await add(shop, anna, card, 50);
  expect(added.body.data.nLeft).toBe(40);
  await add(shop, anna, plenty, 40);
  const [short, enough] = await linesOf(shop, anna);
  expect([short?.nLeft, enough?.nLeft]).toEqual([40, undefined]);
  const changed = await shop.call(changeCartLine, {
    token: anna.token,
    params: { id: short?._id ?? '' },
    body: { nQuantity: 41 },
  });
  expect(changed.body.data.nLeft).toBe(40);
});
