import { showCart } from '@giftlane/contract/shop/cart.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { listOrders, showOrder } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { balanceOf, heldOf, house } from '../../../ledger/ledger.ts';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import {
  houseBalance,
  isFrozen,
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
} from '../../../testing/builders.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import { captureLate } from '../../../testing/faults.ts';
import { lockWaits } from '../../../testing/locks.ts';
import { longTest } from '../../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../../testing/start-shop.ts';
import { lockOrder } from '../../orders/orders.ts';
import { recordCapture } from '../capture/record.ts';
import { refundOrder } from '../checkout.ts';
import { makeAfterDelivery } from '../deliver/delivered.ts';
import { deliverOrder } from '../deliver/settle.ts';

describe('orders in one shop', () => {
  const shared = shopForAll();

  test('PAY-08 not approved yet is refused and stays payable', async () => {
    const shop = shared();
    const order = await initiated(shop);
    const early = await order.confirm();
    expect([early.status, early.body.code]).toEqual([409, 'payment.not_approved']);
    await atProvider(shop, order.sPaymentId, 'approve');
    expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  });

  test('a declined card can be replaced under the same sOrderId', async () => {
    const shop = shared();
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'decline');
    const declined = await order.confirm();
    expect([declined.status, declined.body.code]).toEqual([409, 'payment.declined']);
    const shown = await shop.call(showOrder, {
      token: order.anna.token,
      params: { id: order.body.sOrderId },
    });
    expect(shown.body.data).toMatchObject({ eStatus: 'Declined', nStatus: 4 });
    const again = await shop.call(initiate, { token: order.anna.token, body: order.wish });
    expect(again.body.data.sPaymentId).toBe(order.sPaymentId);
    await atProvider(shop, order.sPaymentId, 'approve');
    expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  });

  test('initiate repeated 30 times at once is one order and one reservation', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { verified: true });
    const card = await makeCard(shop, { codes: 3 });
    const { sPayerId, ...wish } = orderBody(anna, {
      card,
      quantity: 3,
      totalMinor: 30_00n,
      gateway: 'PayPal',
    });
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => shop.call(initiate, { token: anna.token, body: wish })),
    );
    expect(new Set(replies.map((reply) => reply.body.data?.sPaymentId)).size).toBe(1);
    expect(sPayerId).toBe(anna.id);
  });

  test('tab closed after approval: the webhook completes the order', async () => {
    const shop = shared();
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'approve');
    await expect.poll(() => stateOf(shop, order)).toBe('Delivered');
  });

  test('ORD-13, ORD-14 orders are listed newest first', async () => {
    const shop = shared();
    const order = await initiated(shop);
    const second = { ...order.wish, sOrderId: `${order.wish.sOrderId}-2`, nTotalAmount: 20 };
    second.aCartData = [{ iGiftCardId: order.card.id, nQuantity: 2 }];
    await shop.call(initiate, { token: order.anna.token, body: second });
    const { body } = await shop.call(listOrders, { token: order.anna.token });
    expect(body.data.map((one) => one.nTotalAmount)).toEqual([20, 30]);
    expect(body.totalCount).toBe(2);
  });

  test('PAY-03, PAY-06, PAY-07, API-42 initiate, approve, confirm delivers', async () => {
    const shop = shared();
    const before = await houseBalance(shop, house('paypal_clearing', 'usd'));
    const order = await initiated(shop, { walletMinor: 12_00n });
    expect(order.reply.body.data).toMatchObject({ nTotalAmount: 30, nWalletAmount: 12 });
    expect(await order.anna.balance()).toBe(88_00n);
    expect(await balanceOf(shop.db, heldOf(order.anna.id, 'usd'))).toBe(12_00n);
    await atProvider(shop, order.sPaymentId, 'approve');
    const { status, body } = await order.confirm();
    expect([status, body.message]).toEqual([200, 'Payment done successfully.']);
    expect(body.data).toMatchObject({
      eStatus: 'Delivered',
      nWalletAmount: 12,
      eGateway: 'PayPal',
    });
    expect(await order.anna.balance()).toBe(88_00n);
    expect(await houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(before - 18_00n);
  });

  test('the same sOrderId 50 times at once is one capture', async () => {
    const shop = shared();
    const before = await houseBalance(shop, house('paypal_clearing', 'usd'));
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'approve');
    const replies = await Promise.all(Array.from({ length: 50 }, () => order.confirm()));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(await houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(before - 30_00n);
  });

  test('cancelling gives everything back at once: money, codes and the cart', async () => {
    const shop = shared();
    const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
    const { body } = await shop.call(cancelOrder, {
      token: order.anna.token,
      body: { sOrderId: order.body.sOrderId },
    });
    expect(body.data.eStatus).toBe('Failed');
    expect(await order.anna.balance()).toBe(100_00n);
    const free = sql`
      select 1 from codes
      where card_id = ${order.card.id} and state = 'free' and line_id is null`;
    expect(await shop.db.rows(free)).toHaveLength(3);
    const cart = await shop.call(showCart, { token: order.anna.token });
    expect(cart.body.data).toMatchObject([{ iGiftCardId: order.card.id, nQuantity: 3 }]);
    await atProvider(shop, order.sPaymentId, 'approve');
    expect((await order.confirm()).body.code).toBe('order.not_payable');
  });

  test('a refund goes to the card first, without the cashback, and voids the codes', async () => {
    const shop = shared();
    const before = await houseBalance(shop, house('paypal_clearing', 'usd'));
    const order = await initiated(shop, { walletMinor: 12_00n });
    await atProvider(shop, order.sPaymentId, 'approve');
    const { body } = await order.confirm();
    const key = { memberId: order.anna.id, id: body.data._id };
    const refund = await refundOrder(shop, key, { reason: 'wrong card' });
    expect(refund).toMatchObject({ toCardMinor: 18_00n, toWalletMinor: 12_00n });
    expect(await order.anna.balance()).toBe(100_00n);
    await expect.poll(async () => houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(before);
    expect(await stateOf(shop, order)).toBe('Refunded');
    await expect(refundOrder(shop, key, { reason: 'again' })).rejects.toThrow('nothing left');
  });

  test('a reversal is the house’s loss and freezes the account', async () => {
    const shop = shared();
    const before = await houseBalance(shop, house('losses', 'usd'));
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'approve');
    await order.confirm();
    const { captureId } = await shop.db.one(
      sql<{ captureId: string }>`
        select capture_id as "captureId" from payment_captures
        where member_id = ${order.anna.id}`,
    );
    await fetch(`${shop.sandbox.paypalUrl}/__sandbox/captures/${captureId}/reverse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
    expect(await order.anna.balance()).toBe(100_00n);
    expect(await houseBalance(shop, house('losses', 'usd'))).toBe(before - 30_00n);
  });
});

test('a payment that failed after all is tried again as another order of the provider', async () => {
  const shop = await startShop();
  const order = await initiated(shop, { walletMinor: 12_00n });
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'declined_capture' });
  const declined = await order.confirm();
  expect([declined.status, declined.body.code]).toEqual([409, 'payment.declined']);
  expect((await order.confirm()).body.code).toBe('payment.declined');
  const again = await shop.call(initiate, { token: order.anna.token, body: order.wish });
  const { sPaymentId } = again.body.data;
  expect(sPaymentId).not.toBe(order.sPaymentId);
  await atProvider(shop, sPaymentId, 'approve');
  const body = { ...order.body, sPaymentId };
  const paid = await shop.call(pay, { token: order.anna.token, body });
  expect(paid.body.data).toMatchObject({ eStatus: 'Delivered', nWalletAmount: 12 });
  expect(await houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(-18_00n);
});

async function stateOf(shop: TestShop, order: Awaited<ReturnType<typeof initiated>>) {
  const { body } = await shop.call(showOrder, {
    token: order.anna.token,
    params: { id: order.body.sOrderId },
  });
  return body.data.eStatus;
}

test('tab closed after approval and no webhook: the reconciler completes the order', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  await shop.db.run(sql`delete from jobs`);
  await shop.moveClock(minutes(2));
  await chore(shop, 'checkout.reconcile');
  expect(await stateOf(shop, order)).toBe('Delivered');
});

longTest(
  '11 after an outage all that was approved meanwhile is settled at the next look',
  async () => {
    const shop = await startShop({ working: false });
    // Buyers who are all new, of one address: what such may hold unpaid together is not what this is about.
    await shop.db.run(
      sql`update site_options set value = '100' where name = 'unpaid_share_of_card_new'`,
    );
    shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
    const orders = await Promise.all(Array.from({ length: 45 }, () => initiated(shop)));
    for (const { sPaymentId } of orders) await atProvider(shop, sPaymentId, 'approve');
    await shop.moveClock(minutes(2));
    const delivered = async () => {
      const states = await Promise.all(orders.map((order) => stateOf(shop, order)));
      return states.filter((state) => state === 'Delivered').length;
    };
    // A process that is to stop ends the round it is in and begins no other.
    await chore(shop, 'checkout.reconcile', AbortSignal.abort());
    expect(await delivered()).toBe(20);
    await chore(shop, 'checkout.reconcile');
    expect(await delivered()).toBe(45);
  },
);

async function chore(shop: TestShop, name: string, stopping?: AbortSignal): Promise<void> {
  await shop.chores.find((one) => one.name === name)?.run(stopping);
}

test('11 an unpaid order lapses and gives back codes and held money', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  await chore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Pending');
  await shop.moveClock(minutes(31));
  await chore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
  const again = await shop.call(initiate, { token: order.anna.token, body: order.wish });
  expect([again.status, again.body.code]).toEqual([409, 'order.lapsed']);
  const other = { ...order.wish, sOrderId: `${order.wish.sOrderId}-2` };
  expect((await shop.call(initiate, { token: order.anna.token, body: other })).status).toBe(200);
});

test('PAY-03 begun again after its time, an order lapses there and then: the server says so, and another takes its codes', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  await shop.moveClock(minutes(31));
  const again = await shop.call(initiate, { token: order.anna.token, body: order.wish });
  expect([again.status, again.body.code]).toEqual([409, 'order.lapsed']);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
});

test('the provider is unreachable at initiate: 503, and the same sOrderId may try again', async () => {
  const shop = await startShop();
  const fault = { operation: 'create', kind: 'http_500', times: 1 } as const;
  shop.sandbox.faults.add(fault);
  const anna = await makeMember(shop);
  const card = await makeCard(shop, { codes: 3 });
  const { sPayerId, ...wish } = orderBody(anna, { card, totalMinor: 10_00n, gateway: 'PayPal' });
  const first = await shop.call(initiate, { token: anna.token, body: wish });
  expect([first.status, first.body.code]).toEqual([503, 'payment.unavailable']);
  const second = await shop.call(initiate, { token: anna.token, body: wish });
  expect(second.status).toBe(200);
  expect(sPayerId).toBe(anna.id);
});

test('a time-out after the capture happened is 202, then delivered once', async () => {
  const shop = await startShop({ working: false, env: { PAYPAL_TIMEOUT_MS: '2000' } });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'silence', after: true });
  const { status, body } = await order.confirm();
  expect([status, body.data.eStatus]).toEqual([202, 'Pending']);
  // Not even after its time: the provider has not answered.
  await shop.moveClock(minutes(31));
  await chore(shop, 'checkout.lapse');
  await chore(shop, 'checkout.reconcile');
  expect(await stateOf(shop, order)).toBe('Delivered');
  expect(await houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(-30_00n);
});

test('5 another amount captured is not credited but given back', async () => {
  const shop = await startShop();
  const order = await initiated(shop);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '0.01', times: 1 });
  await atProvider(shop, order.sPaymentId, 'approve');
  const { body } = await order.confirm();
  expect(body.code).toBe('payment.returned');
  await expect.poll(async () => houseBalance(shop, house('paypal_clearing', 'usd'))).toBe(0n);
});

test('CART-16 cashback in another currency is converted, and the rate is kept', async () => {
  const shop = await startShop();
  await chore(shop, 'rates.fetch');
  const anna = await makeMember(shop, { currency: 'eur' });
  const card = await makeCard(shop, { priceMinor: 100_00n, cashbackBp: 500 });
  const { sPayerId, ...wish } = orderBody(anna, { card, totalMinor: 100_00n, gateway: 'PayPal' });
  const { sPaymentId } = (await shop.call(initiate, { token: anna.token, body: wish })).body.data;
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token: anna.token, body: { ...wish, sPayerId, sPaymentId } });
  const { facts } = await shop.db.one(
    sql<{ facts: { toPerUsd: string } }>`select facts from ledger_journals where kind = 'cashback'`,
  );
  const expected = BigInt(Math.floor(500 * Number(facts.toPerUsd) + 1e-9));
  expect(await anna.balance()).toBe(expected);
});

test('CART-16 cashback that waits for an exchange rate does not hold up the mail', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { currency: 'eur' });
  const card = await makeCard(shop, { priceMinor: 100_00n, cashbackBp: 500 });
  const { sPayerId, ...wish } = orderBody(anna, { card, totalMinor: 100_00n, gateway: 'PayPal' });
  const { sPaymentId } = (await shop.call(initiate, { token: anna.token, body: wish })).body.data;
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token: anna.token, body: { ...wish, sPayerId, sPaymentId } });
  const { id } = await shop.db.one(sql<{ id: string }>`select id from orders`);
  await makeAfterDelivery(shop.checkout)({ memberId: anna.id, id });
  const mails = shop.sandbox.mails(anna.email).filter(({ text }) => text.includes('codes'));
  expect(mails).toHaveLength(1);
  expect(await anna.balance()).toBe(0n);

  await shop.db.run(sql`delete from jobs where task = 'checkout.delivered'`);
  const worker = await shop.work();
  await expect.poll(() => anna.balance()).toBeGreaterThan(0n);
  await worker.stop();
});

describe('orders in a shop where nothing works by itself', () => {
  const shared = shopForAll({ working: false });

  test('a paid order without codes waits as Processing and is delivered when stock comes', async () => {
    const shop = shared();
    const order = await initiated(shop, { codes: 3 });
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${order.card.id}`);
    await atProvider(shop, order.sPaymentId, 'approve');
    const { body } = await order.confirm();
    expect(body.data).toMatchObject({ eStatus: 'Processing', nStatus: 2 });
    await loadCodes(shop, order.card.id, 3);
    await chore(shop, 'checkout.deliver');
    expect(await stateOf(shop, order)).toBe('Delivered');
  });

  test('of an order that waits for codes, the member takes back what is missing and keeps the rest', async () => {
    const shop = shared();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const [there, gone] = [
      await makeCard(shop, { cashbackBp: 1000 }),
      await makeCard(shop, { cashbackBp: 1000, codes: 1 }),
    ];
    const { sPayerId, ...wish } = orderBody(anna, {
      card: there,
      totalMinor: 20_00n,
      gateway: 'PayPal',
    });
    wish.aCartData = [there, gone].map((card) => ({ iGiftCardId: card.id, nQuantity: 1 }));
    const { sPaymentId } = (await shop.call(initiate, { token: anna.token, body: wish })).body.data;
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${gone.id}`);
    await atProvider(shop, sPaymentId, 'approve');
    const paid = await shop.call(pay, {
      token: anna.token,
      body: { ...wish, sPayerId, sPaymentId },
    });
    expect(paid.body.data.eStatus).toBe('Processing');
    const { body } = await shop.call(cancelOrder, {
      token: anna.token,
      body: { sOrderId: wish.sOrderId },
    });
    expect(body.data.eStatus).toBe('Delivered');
    expect(body.data.aCartData.map((line) => line.nRefunded)).toContain(10);
    expect(await anna.balance()).toBe(101_00n);
    const worker = await shop.work();
    const mails = () => shop.sandbox.mails(anna.email).filter(({ text }) => text.includes('codes'));
    await expect.poll(() => mails().length).toBe(1);
    await worker.stop();
    expect(mails()[0]?.text).toContain('Total: $10.00\nPaid by card: $10.00\n');
    expect(mails()[0]?.text.match(/1 × /g)).toHaveLength(1);
  });

  test('what is delivered while its member gives up waiting is not taken back', async () => {
    const shop = shared();
    const order = await initiated(shop, { codes: 3 });
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${order.card.id}`);
    await atProvider(shop, order.sPaymentId, 'approve');
    const { data } = (await order.confirm()).body;
    expect(data.eStatus).toBe('Processing');
    await loadCodes(shop, order.card.id, 3);
    const cancelled = await shop.db.tx(async (tx) => {
      const locked = await lockOrder(tx, { memberId: order.anna.id, id: data._id });
      const { token } = order.anna;
      const answers = [1, 2].map(() =>
        shop.call(cancelOrder, { token, body: { sOrderId: order.body.sOrderId } }),
      );
      await expect.poll(() => lockWaits(shop.db)).toBe(2);
      await deliverOrder(tx, locked);
      return { answers };
    });
    const codes = (await Promise.all(cancelled.answers)).map(({ body }) => body.code);
    expect(codes).toEqual(['order.not_cancellable', 'order.not_cancellable']);
    expect(await stateOf(shop, order)).toBe('Delivered');
  });

  test('money that fits no order is said once, however often its capture is seen', async () => {
    const shop = shared();
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'approve');
    const captureId = await captureLate(shop, order.sPaymentId);
    const seen = await shop.checkout.payments.showOrder(order.sPaymentId);
    const capture = seen.kind === 'done' ? seen.value.captures[0] : undefined;
    if (!capture) throw new Error('the provider took nothing');
    const said: unknown[] = [];
    const log = Object.assign(Object.create(shop.log), {
      error: (...all: unknown[]) => said.push(all),
    });
    const parts = { ...shop.checkout, log, payee: 'SOMEBODYELSE' };
    expect(await recordCapture(parts, capture)).toBe('returned');
    expect(await recordCapture(parts, capture)).toBe('returned');
    expect(said).toEqual([[{ captureId }, expect.any(String)]]);
  });
});
