/** The card provider answering wrongly, late or not at all (trust programme, L). */
import { showCart } from '@giftlane/contract/shop/cart.ts';
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { refundOrder } from '../features/checkout/checkout.ts';
import { countJobs } from '../jobs/queries.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  atCapture,
  captureLate,
  everyCaptureSettled,
  providerCaptures,
  runChore,
} from '../testing/faults.ts';
import { type Line, openLine } from '../testing/faults-line.ts';
import { isLong } from '../testing/long.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

type Order = Awaited<ReturnType<typeof initiated>>;

async function stateOf(shop: TestShop, { anna, body }: Order) {
  const reply = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
  return reply.body.data.eStatus;
}

/** Where the provider is silent it is not waited for as long as usual. */
const hasty = { PAYPAL_TIMEOUT_MS: '2000' };

/** An approved order of 18.00 by card and 12.00 from the wallet; no webhook will tell. */
async function approved(env: Record<string, string> = {}, line?: Line) {
  const shop = await startShop({ working: false, env });
  line?.leadTo(shop.sandbox.paypalUrl);
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop, { walletMinor: 12_00n });
  await atProvider(shop, order.sPaymentId, 'approve');
  return { shop, order };
}

/** Lets jobs and chores run until the books and the provider agree; nothing waits for its next turn. */
async function settle(shop: TestShop): Promise<void> {
  const worker = await shop.work();
  const hurry = async () => {
    await shop.db.run(
      sql`update jobs set due_at = now() where due_at > now() and leased_until is null`,
    );
    await runChore(shop, 'checkout.refunds');
  };
  await everyCaptureSettled(shop, hurry);
  await worker.stop();
}

test.each([
  ['one cent less', { kind: 'wrong_amount' }, '$17.99'],
  ['one cent more', { kind: 'wrong_amount', value: '18.01' }, '$18.01'],
  ['the whole order instead of the rest', { kind: 'wrong_amount', value: '30.00' }, '$30.00'],
  ['the same number of another currency', { kind: 'wrong_currency', currency: 'CAD' }, 'CA$18.00'],
] as const)('5 %s captured is not credited, and goes back', async (_, fault, amount) => {
  const { shop, order } = await approved();
  const { token } = order.anna;
  shop.sandbox.faults.add({ operation: 'capture', times: 1, ...fault });
  const answers = [
    await order.confirm(),
    await order.confirm(),
    await shop.call(initiate, { token, body: order.wish }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [409, 'payment.returned']),
  );
  // The order is over at once: wallet share, codes and cart are as they were.
  expect(await order.anna.balance()).toBe(100_00n);
  const cart = (await shop.call(showCart, { token })).body.data;
  expect(cart.map(({ iGiftCardId, nQuantity }) => [iGiftCardId, nQuantity])).toEqual([
    [order.card.id, 3],
  ]);
  const shown = await shop.call(showOrder, { token, params: { id: order.body.sOrderId } });
  expect(shown.body.data).toMatchObject({
    eStatus: 'Failed',
    sNotice: `A payment of ${amount} doesn't match this order. We're returning all of it.`,
  });
  await settle(shop);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  const mails = shop.sandbox.mails(order.anna.email).map(({ text }) => text.replace(/\s+/g, ' '));
  expect(
    mails.filter((mail) => mail.includes(`We received a payment of ${amount} for this order`)),
  ).toHaveLength(1);
  // Another order for the same cards is paid like any.
  const { sPayerId, sPaymentId: _used, ...wish } = order.body;
  const anew = { ...wish, sOrderId: `${wish.sOrderId}-anew` };
  const { sPaymentId } = (await shop.call(initiate, { token, body: anew })).body.data;
  await atProvider(shop, sPaymentId, 'approve');
  const paid = await shop.call(pay, { token, body: { ...anew, sPayerId, sPaymentId } });
  expect(paid.body.data.eStatus).toBe('Delivered');
  await everyCaptureSettled(shop);
});

test('11 a payment of another amount that is told after the lapse, or by two at once, ends the order once', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '9.00' });
  await captureLate(shop, order.sPaymentId);
  await Promise.all([
    order.confirm(),
    runChore(shop, 'checkout.reconcile'),
    shop.moveClock(minutes(2)).then(() => runChore(shop, 'checkout.reconcile')),
  ]);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
  await settle(shop);
  const over = await approved();
  await over.shop.moveClock(minutes(31));
  await runChore(over.shop, 'checkout.lapse');
  over.shop.sandbox.faults.clear();
  over.shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '9.00' });
  await captureLate(over.shop, over.order.sPaymentId);
  expect((await over.order.confirm()).body.code).toBe('order.lapsed');
  await settle(over.shop);
});

test.each([
  ['SOMEBODYELSE', 409, 'REFUNDED'],
  ['GIFTLANESANDB', 200, 'COMPLETED'],
])(
  '5 with the payee %s pinned, what the stand-in captures is answered %d',
  async (payee, told, status) => {
    const { shop, order } = await approved({ PAYPAL_MERCHANT_ID: payee });
    expect((await order.confirm()).status).toBe(told);
    await settle(shop);
    expect(await providerCaptures(shop)).toMatchObject([{ status }]);
  },
);

test.each([
  ['its payee', 'payee', { PAYPAL_MERCHANT_ID: '' }, 200],
  ['its reference', 'custom_id,invoice_id', {}, 200],
  ['its payee, who is pinned', 'payee', { PAYPAL_MERCHANT_ID: 'GIFTLANESANDB' }, 202],
])('money whose record leaves out %s does not go back', async (_, value, env, told) => {
  const { shop, order } = await approved(env);
  for (const operation of ['capture', 'get'] as const)
    shop.sandbox.faults.add({ operation, kind: 'without', value, times: 'always' });
  expect((await order.confirm()).status).toBe(told);
  shop.sandbox.faults.clear();
  await shop.moveClock(minutes(1));
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Delivered');
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'COMPLETED' }]);
});

test('a capture that stays unknown is asked about by one job, however often it is tried', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', times: 'always' });
  const tried = [await order.confirm(), await order.confirm(), await order.confirm()];
  expect(tried.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await countJobs(shop.db)).toBe(1);
  shop.sandbox.faults.clear();
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Delivered');
});

test('5 the payment of one order does not pay for another, whoever’s they are', async () => {
  const { shop, order: first } = await approved();
  const second = await initiated(shop);
  const third = {
    ...orderBody(first.anna, { card: first.card, totalMinor: 10_00n, gateway: 'PayPal' }),
  };
  const { sPayerId, ...wish } = third;
  const { sPaymentId } = (await shop.call(initiate, { token: first.anna.token, body: wish })).body
    .data;
  const confirm = (by: Order, change: object) =>
    shop.raw('POST', '/transaction', { token: by.anna.token, body: { ...by.body, ...change } });
  // The paid one for a dearer one of the same member, and of another member.
  const own = await shop.raw('POST', '/transaction', {
    token: first.anna.token,
    body: { ...wish, sPayerId, sPaymentId: first.sPaymentId },
  });
  const foreign = await confirm(second, { sPaymentId: first.sPaymentId });
  const unknown = await confirm(second, { sPaymentId: '0UNKNOWN000000000' });
  const swapped = await confirm(first, { sPaymentId });
  expect([own, foreign, unknown, swapped].map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [409, 'payment.mismatch']),
  );
  expect(foreign.body).toEqual(unknown.body);
  expect(await providerCaptures(shop)).toEqual([]);
  expect((await first.confirm()).body.data.eStatus).toBe('Delivered');
  expect(await stateOf(shop, second)).toBe('Pending');
  await everyCaptureSettled(shop);
});

test('6 a capture keeps its request id until it is answered, and a new try has a new one', async () => {
  const line = await openLine();
  const { shop, order } = await approved({ ...hasty, PAYPAL_API_URL: line.url }, line);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'silence' });
  expect((await order.confirm()).status).toBe(202);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'decline' });
  expect((await order.confirm()).body.code).toBe('payment.declined');
  const unknown = new Set(line.captureIds());
  expect(unknown.size).toBe(1);
  await shop.call(initiate, { token: order.anna.token, body: order.wish });
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  const ids = line.captureIds();
  expect(unknown.has(ids.at(-1) ?? '')).toBe(false);
  expect(new Set(ids).size).toBe(2);
  await everyCaptureSettled(shop);
});

test('6 the provider’s order is made once, under one request id, however often it is asked for', async () => {
  const line = await openLine();
  const shop = await startShop({ working: false, env: { ...hasty, PAYPAL_API_URL: line.url } });
  line.leadTo(shop.sandbox.paypalUrl);
  const [anna, card] = [await makeMember(shop), await makeCard(shop, { codes: 3 })];
  const { sPayerId: _, ...wish } = orderBody(anna, {
    card,
    totalMinor: 10_00n,
    gateway: 'PayPal',
  });
  const ask = () => shop.call(initiate, { token: anna.token, body: wish });
  shop.sandbox.faults.add({ operation: 'create', kind: 'silence', after: true });
  expect((await ask()).body.code).toBe('payment.unavailable');
  const again = await ask();
  expect(again.status).toBe(200);
  const made = line.asked.filter(({ path }) => path === '/v2/checkout/orders');
  expect(new Set(made.map(({ requestId }) => requestId)).size).toBe(1);
  expect(made.every(({ requestId }) => requestId !== undefined)).toBe(true);
  const orders = await fetch(`${shop.sandbox.paypalUrl}/__sandbox/orders`);
  expect(await orders.json()).toMatchObject([{ id: again.body.data.sPaymentId }]);
});

test.each([
  ['silence after the money was taken', { kind: 'silence', after: true }],
  ['a broken line after the money was taken', { kind: 'reset', after: true, times: 3 }],
  ['an error after the money was taken', { kind: 'http_500', after: true, times: 3 }],
  ['too many requests', { kind: 'http_429', times: 3 }],
  ['a repetition under way', { kind: 'in_progress', times: 3 }],
  ['a token that died', { kind: 'unauthorized', times: 3 }],
] as const)(
  '6 %s is unknown, never a no: the member’s next try delivers once',
  async (_, fault) => {
    const { shop, order } = await approved(fault.kind === 'silence' ? hasty : {});
    shop.sandbox.faults.add({ operation: 'capture', ...fault });
    const first = await order.confirm();
    expect([first.status, first.body.data.eStatus]).toEqual([202, 'Pending']);
    shop.sandbox.faults.clear();
    const second = await order.confirm();
    expect([second.status, second.body.data.eStatus]).toEqual([200, 'Delivered']);
    expect(await providerCaptures(shop)).toHaveLength(1);
    expect(await order.anna.balance()).toBe(88_00n);
    await everyCaptureSettled(shop);
  },
);

test('an order that is delivered answers its repeated confirmation although the provider is down', async () => {
  const { shop, order } = await approved();
  expect((await order.confirm()).status).toBe(200);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', times: 'always' });
  const again = await order.confirm();
  expect([again.status, again.body.data.eStatus]).toEqual([200, 'Delivered']);
});

/** A delivered order, and what refunds it. */
async function delivered(env: Record<string, string> = {}) {
  const { shop, order } = await approved(env);
  const { body } = await order.confirm();
  const key = { memberId: order.anna.id, id: body.data._id };
  const refund = () => refundOrder(shop, key, { reason: 'asked for' });
  return { shop, order, refund };
}

/** All three in `npm run prove -- --only=long`. */
const endsOfRefunds = [
  ['silence after it was made', { kind: 'silence', after: true }],
  ['a broken line after it was made', { kind: 'reset', after: true, times: 3 }],
  ['an error', { kind: 'http_500' }],
] as const;

test.each(isLong ? endsOfRefunds : endsOfRefunds.slice(0, 1))(
  '6 a refund that ends in %s is sent again and made once',
  async (_, fault) => {
    const { shop, order, refund } = await delivered(fault.kind === 'silence' ? hasty : {});
    shop.sandbox.faults.add({ operation: 'refund', ...fault });
    await refund();
    await settle(shop);
    const [capture] = await providerCaptures(shop);
    expect(capture).toMatchObject({ status: 'REFUNDED' });
    expect(capture?.refundIds).toHaveLength(1);
    expect(await order.anna.balance()).toBe(100_00n);
  },
);

test('6 ten refunds of one order at once are one refund', async () => {
  const { shop, order, refund } = await delivered();
  const tries = await Promise.allSettled(Array.from({ length: 10 }, refund));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await settle(shop);
  expect((await providerCaptures(shop))[0]?.refundIds).toHaveLength(1);
  expect(await order.anna.balance()).toBe(100_00n);
});

test('a wallet order needs no provider at all', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'token', kind: 'http_500', times: 'always' });
  const body = orderBody(order.anna, { card: order.card, totalMinor: 10_00n });
  const { status } = await shop.call(pay, { token: order.anna.token, body });
  expect(status).toBe(200);
});

test.each([
  ['was taken', { kind: 'http_500', after: true }, 'Delivered'],
  ['is pending', { kind: 'pending' }, 'Pending'],
] as const)(
  '5 money that %s is not forgotten for one answer that there is no such order',
  async (_, fault, state) => {
    const { shop, order } = await approved();
    shop.sandbox.faults.add({ operation: 'capture', ...fault });
    expect((await order.confirm()).status).toBe(202);
    const gone = { kind: 'issue', value: 'INVALID_RESOURCE_ID' } as const;
    shop.sandbox.faults.add({ operation: 'capture', ...gone });
    await order.confirm();
    expect(await stateOf(shop, order)).toBe(state);
    const [capture] = await providerCaptures(shop);
    if (state === 'Pending') await atCapture(shop, capture?.id ?? '', 'complete');
    await shop.moveClock(minutes(1));
    await runChore(shop, 'checkout.reconcile');
    expect(await stateOf(shop, order)).toBe('Delivered');
    await everyCaptureSettled(shop);
  },
);

test('11 an order the provider gave up is made anew, claimed or not', async () => {
  const { shop, order } = await approved();
  const { token } = order.anna;
  const reopened = async () =>
    (await shop.call(initiate, { token, body: order.wish })).body.data.sPaymentId;
  await atProvider(shop, order.sPaymentId, 'void');
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  const second = await reopened();
  expect(second).not.toBe(order.sPaymentId);
  await atProvider(shop, second, 'approve');
  await atProvider(shop, second, 'void');
  const confirm = (sPaymentId: string) =>
    shop.call(pay, { token, body: { ...order.body, sPaymentId } });
  expect((await confirm(second)).body.code).toBe('payment.mismatch');
  const third = await reopened();
  expect([order.sPaymentId, second]).not.toContain(third);
  await atProvider(shop, third, 'approve');
  expect((await confirm(third)).body.data.eStatus).toBe('Delivered');
  await everyCaptureSettled(shop);
});

test('5 a capture of nothing is none: the order can be paid', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '0.00' });
  expect((await order.confirm()).body.code).toBe('payment.declined');
  expect(await stateOf(shop, order)).toBe('Declined');
});
