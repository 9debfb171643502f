import { myProfile } from '@giftlane/contract/members/accounts.ts';
import { addToCart, showCart } from '@giftlane/contract/shop/cart.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { listOrders, viewCard } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { loadCodes, makeCard, makeMember, orderBody } from '../../../testing/builders.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { shopForAll, startShop } from '../../../testing/start-shop.ts';
import { prove } from '../../accounts/factors/factors.testing.ts';
import { setOption } from '../../content/content.ts';

describe('orders in one shop', () => {
  const shared = shopForAll();

  test('PAY-02, PAY-04, API-44 an order paid from the wallet is delivered at once', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 50_00n });
    const card = await makeCard(shop, { priceMinor: 10_00n });
    const { status, body } = await shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card, quantity: 3, totalMinor: 30_00n }),
    });
    expect(status).toBe(200);
    expect(body.message).toBe('Order placed successfully.');
    expect(body.data).toMatchObject({ eStatus: 'Delivered', nStatus: 3, nTotalAmount: 30 });
    expect(body.data.aCartData[0]).toMatchObject({ nQuantity: 3, eStatus: 3, nCodes: 3 });
    expect(await anna.balance()).toBe(20_00n);
  });

  test('CART-10, CART-11, CART-12, CART-16 charges, discount and cashback are those of the card', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, {
      priceMinor: 10_01n,
      serviceChargeBp: 150,
      discountBp: 500,
      cashbackBp: 233,
    });
    // 3 x 10.01 = 30.03; charge 0.45045, discount 1.5015, cashback 0.699699.
    const { body } = await shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card, quantity: 3, totalMinor: 28_98n, chargesMinor: -1_05n }),
    });
    expect(body.data).toMatchObject({ nTotalAmount: 28.98, nCashBack: 0.7, eStatus: 'Delivered' });
    expect(await anna.balance()).toBe(100_00n - 28_98n + 70n);
  });

  test('an order that is delivered is told by one mail: what it is, its total, where the codes are, and no code', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 50_00n });
    const card = await makeCard(shop, { priceMinor: 10_00n });
    const body = orderBody(anna, { card, quantity: 2, totalMinor: 20_00n });
    await shop.call(pay, { token: anna.token, body });
    const mails = () => shop.sandbox.mails(anna.email).filter(({ text }) => text.includes('codes'));
    await expect.poll(() => mails().length).toBe(1);
    const [{ subject = '', text = '', html = '' } = {}] = mails();
    expect(subject).toBe('Your gift cards are ready: Nimbus');
    for (const words of [
      'Hi Anna,',
      `Your codes for order ${body.sOrderId} are ready.`,
      '2 × Nimbus',
      'Total: $20.00\nPaid from your wallet: $20.00\n',
      'No tax added',
      '/account/orders',
    ])
      expect(text).toContain(words);
    for (const code of card.codes) expect(text + html).not.toContain(code);
  });

  test('ordered lines leave the cart, others stay', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 50_00n });
    const [bought, kept] = [await makeCard(shop), await makeCard(shop)];
    const add = (card: { id: string }) =>
      shop.call(addToCart, { token: anna.token, body: { iGiftCardId: card.id, nQuantity: 1 } });
    await add(bought);
    await add(kept);
    await shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card: bought, totalMinor: 10_00n }),
    });
    const { body } = await shop.call(showCart, { token: anna.token });
    expect(body.data.map((item) => item.iGiftCardId)).toEqual([kept.id]);
  });

  test('20 parallel wallet orders spend what is there and no more', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 55_00n });
    const card = await makeCard(shop, { codes: 30 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.call(pay, { token: anna.token, body: orderBody(anna, { card, totalMinor: 10_00n }) }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(5);
    expect(replies.filter((reply) => reply.body.code === 'wallet.short')).toHaveLength(15);
    expect(await anna.balance()).toBe(5_00n);
  });

  test('the same sOrderId 50 times at once is one order and one charge', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 500_00n });
    const card = await makeCard(shop, { codes: 60 });
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => shop.call(pay, { token: anna.token, body })),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.body.data._id)).size).toBe(1);
    expect(await anna.balance()).toBe(490_00n);
  });

  test('the same sOrderId with other content is refused', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const first = orderBody(anna, { card, totalMinor: 10_00n });
    await shop.call(pay, { token: anna.token, body: first });
    const { status, body } = await shop.call(pay, {
      token: anna.token,
      body: {
        ...orderBody(anna, { card, quantity: 2, totalMinor: 20_00n }),
        sOrderId: first.sOrderId,
      },
    });
    expect([status, body.code]).toEqual([409, 'order.other_content']);
    expect(await anna.balance()).toBe(90_00n);
  });

  test('an sOrderId that looks like another order’s id is an order of its own', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const order = (orderId?: string) => {
      const body = orderBody(anna, { card, totalMinor: 10_00n, ...(orderId && { orderId }) });
      return shop.call(pay, { token: anna.token, body });
    };
    const first = await order();
    const second = await order(first.body.data._id);
    const repeated = await order(first.body.data._id);
    expect([second.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.body.data._id).toBe(second.body.data._id);
    expect(second.body.data._id).not.toBe(first.body.data._id);
    expect(await anna.balance()).toBe(80_00n);
  });

  test('a price that changed is refused with the new total, and nothing is half done', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    // The snapshot has not heard of it yet: the transaction finds the version gone.
    await shop.db.run(sql`update cards set price_minor = 1200 where id = ${card.id}`);
    const { status, body } = await shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card, totalMinor: 10_00n }),
    });
    expect([status, body.code]).toEqual([409, 'order.price_changed']);
    expect(body.data).toMatchObject({ nTotalAmount: 12, aCartData: [{ nPrice: 12 }] });
    expect(await anna.balance()).toBe(100_00n);
  });

  test('a false total, a foreign payer and too little stock are refused with a message', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, { codes: 2 });
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    const ask = async (change: object) =>
      (await shop.raw('POST', '/transaction', { token: anna.token, body: { ...body, ...change } }))
        .body;
    expect((await ask({ nTotalAmount: 1, nWalletAmount: 1 })).code).toBe('order.price_changed');
    expect((await ask({ sPayerId: 'mem_somebody' })).code).toBe('input.invalid');
    expect((await ask({ nWalletAmount: 0 })).code).toBe('input.invalid');
    expect((await ask({ bAdmin: true })).code).toBe('input.invalid');
    const three = orderBody(anna, { card, quantity: 3, totalMinor: 30_00n });
    const short = await shop.call(pay, { token: anna.token, body: three });
    expect([short.status, short.body.message]).toEqual([409, 'Only 2 left of Nimbus $10']);
    expect(await anna.balance()).toBe(100_00n);
  });

  test('PAY-05 1,000 codes in one order', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 10_000_00n });
    const card = await makeCard(shop, { codes: 0 });
    await loadCodes(shop, card.id, 1000);
    await prove(shop, anna);
    const { body } = await shop.call(pay, {
      token: anna.token,
      body: orderBody(anna, { card, quantity: 1000, totalMinor: 10_000_00n }),
    });
    const [line] = body.data.aCartData;
    expect(line).toMatchObject({ nCodes: 1000, eStatus: 3 });
    expect(line?.aCardCode).toHaveLength(20);
  });
});

test('AUTH-25, 21 purchases that pass the threshold make a Pro Member, those that reach it do not', async () => {
  const shop = await startShop();
  await setOption(shop.db, 'pro_member_threshold', '30');
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const card = await makeCard(shop, { priceMinor: 10_00n });
  const levelAfter = async (quantity: number, totalMinor: bigint) => {
    const body = orderBody(anna, { card, quantity, totalMinor });
    await shop.call(pay, { token: anna.token, body });
    await expect
      .poll(() => shop.sandbox.mails().filter(({ text }) => text.includes(body.sOrderId)).length)
      .toBe(1);
    return (await shop.call(myProfile, { token: anna.token })).body.data.nMembershipLevel;
  };
  expect(await levelAfter(3, 30_00n)).toBe(1);
  expect(await levelAfter(1, 10_00n)).toBe(2);
});

test('100 buyers of one each for 20 codes sell exactly 20, none twice', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 20 });
  const buyers = await Promise.all(
    Array.from({ length: 10 }, () => makeMember(shop, { walletMinor: 1000_00n })),
  );
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => {
      const buyer = buyers[i % buyers.length] ?? buyers[0];
      if (!buyer) throw new Error('no buyer');
      return shop.call(pay, {
        token: buyer.token,
        body: orderBody(buyer, { card, totalMinor: 10_00n }),
      });
    }),
  );
  const sold = replies.filter((reply) => reply.status === 200);
  expect(sold).toHaveLength(20);
  const codes = sold.flatMap((r) => r.body.data.aCartData.flatMap((line) => line.aCardCode));
  expect(new Set(codes.map((code) => code._id)).size).toBe(20);
  const others = replies.filter((reply) => reply.status !== 200);
  expect(new Set(others.map((reply) => reply.body.code))).toEqual(new Set(['order.out_of_stock']));
});

test('a code whose holder rolls back is sold to a waiter', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop, { codes: 1 });
  let letGo: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = new Promise<void>((resolve) => {
    void shop.db
      .tx(async (tx) => {
        await tx.run(sql`select id from codes where card_id = ${card.id} for update`);
        resolve();
        await holding;
        throw new Error('rolled back');
      })
      .catch(() => undefined);
  });
  await held;
  const order = shop.call(pay, {
    token: anna.token,
    body: orderBody(anna, { card, totalMinor: 10_00n }),
  });
  await expect.poll(() => lockWaits(shop.db)).toBe(1);
  letGo();
  expect((await order).body.data.eStatus).toBe('Delivered');
});

test('ORD-10, API-46 a reveal shows the whole code to its owner alone, and the first one is kept as the time it was viewed', async () => {
  const shop = await startShop();
  const [anna, eve] = [await makeMember(shop, { walletMinor: 100_00n }), await makeMember(shop)];
  const card = await makeCard(shop, { codes: 1 });
  const bought = await shop.call(pay, {
    token: anna.token,
    body: orderBody(anna, { card, totalMinor: 10_00n }),
  });
  const order = bought.body.data;
  const code = order.aCartData[0]?.aCardCode[0];
  expect(JSON.stringify(order)).not.toContain(card.codes[0]);
  const request = { params: { id: order._id }, body: { cardId: code?._id ?? '' } };
  const foreign = await shop.call(viewCard, { token: eve.token, ...request });
  expect([foreign.status, foreign.body.code]).toEqual([404, 'order.not_found']);
  const shown = await shop.call(viewCard, { token: anna.token, ...request });
  expect(shown.body.data.sOrderContent).toBe(card.codes[0]);
  const list = await shop.call(listOrders, { token: anna.token });
  expect(list.body.data[0]?.aCartData[0]?.aCardCode[0]?.dViewedAt).toBe(shown.body.data.dViewedAt);
  expect(JSON.stringify(list.body)).not.toContain(card.codes[0]);
  await shop.moveClock(minutes(1));
  const again = await shop.call(viewCard, { token: anna.token, ...request });
  expect(again.body.data).toEqual(shown.body.data);
});
