/** Money on its way back to a card: all that is due, once, and nothing that went back already (trust programme, 5, 6, L). */
import { initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { runOn } from '../cli/run.testing.ts';
import { handleEvent } from '../features/checkout/capture/inbox.ts';
import { countRefundsOpen, refundOrder, resendRefund } from '../features/checkout/checkout.ts';
import { resolvePayment } from '../features/checkout/disputes/resolve.ts';
import { sendRefund } from '../features/checkout/refund/send-refund.ts';
import { needOrder } from '../features/orders/orders.ts';
import { type Db, sql } from '../platform/db/db.ts';
import { hours, minutes } from '../platform/process/durations.ts';
import { isFrozen, makeCard, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  askProvider,
  atCapture,
  catchWebhooks,
  deliver,
  eventsDone,
  everyCaptureSettled,
  inDashboard,
  providerCaptures,
  runChore,
} from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const silent = { operation: 'webhook', kind: 'off', times: 'always' } as const;
const issue = (value: string) => ({ operation: 'refund', kind: 'issue', value }) as const;

/** Buys 30.00 by card; answers what gives the money back. */
async function bought(shop: TestShop) {
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  const captures = await providerCaptures(shop);
  const captureId = captures.find(({ orderId }) => orderId === order.sPaymentId)?.id ?? '';
  const key = { memberId: order.anna.id, id: data._id };
  return {
    ...order,
    captureId,
    key,
    refund: () => refundOrder(shop, key, { reason: 'asked for' }),
  };
}

/** A shop whose chores run when the test says, with one order to be given back. */
async function quiet() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  return { shop, order: await bought(shop) };
}

/** Two cards for 10.00 and, unless said otherwise, 20.00, paid by card or in part from the wallet; gives one line back at a time. */
async function boughtTwo(shop: TestShop, { walletMinor = 0n, otherMinor = 20_00n } = {}) {
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const cards = [
    await makeCard(shop, { priceMinor: 10_00n, codes: 1 }),
    await makeCard(shop, { priceMinor: otherMinor, codes: 1 }),
  ] as const;
  const body = {
    ...orderBody(anna, {
      card: cards[0],
      totalMinor: 10_00n + otherMinor,
      walletMinor,
      gateway: 'PayPal',
    }),
    aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  const { sPayerId: _, ...wish } = body;
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  await atProvider(shop, sPaymentId, 'approve');
  const { _id: id } = (await shop.call(pay, { token, body: { ...body, sPaymentId } })).body.data;
  const key = { memberId: anna.id, id };
  const { lines } = await needOrder(shop.db, anna.id, id);
  const [capture] = await providerCaptures(shop);
  const refundLine = (index: number) =>
    refundOrder(shop, key, {
      reason: 'asked for',
      lineIds: lines.slice(index, index + 1).map((line) => line.id),
    });
  return { anna, key, captureId: capture?.id ?? '', refundLine };
}

/** A shop whose chores run when the test says, with two lines that a card has paid, and a refused refund of the first. */
async function refusedFirst(wish: { otherMinor?: bigint } = {}) {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop, wish);
  shop.sandbox.faults.add(issue('REFUND_NOT_ALLOWED'));
  await order.refundLine(0);
  await sendDue(shop);
  const [row] = await refundRows(shop);
  expect(row?.state).toBe('refused');
  return {
    shop,
    order,
    send: (...more: string[]) => runOn(shop, 'refund', 'send', row?.id ?? '', ...more),
  };
}

async function sendDue(shop: TestShop): Promise<void> {
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
}

const refundRows = (shop: TestShop) =>
  shop.db.rows(sql<{ id: string; state: string; problem: string | null }>`
    select id, state, problem from refunds order by created_at`);

/** What the provider sent back, in its words. */
async function givenBack(shop: TestShop): Promise<string[]> {
  const captures = await providerCaptures(shop);
  const refunds = await Promise.all(
    captures
      .flatMap(({ refundIds }) => refundIds)
      .map((id) =>
        askProvider<{ amount: { value: string } }>(shop, 'GET', `/v2/payments/refunds/${id}`),
      ),
  );
  return refunds.map(({ amount }) => amount.value);
}

/** What is booked between the house, its provider and its losses. */
const balances = (shop: TestShop) =>
  shop.db.one(sql<Record<'owed' | 'unmatched' | 'losses' | 'atProvider', bigint>>`
    select coalesce(sum(p.amount) filter (where a.name like 'house:refunds_payable:%'), 0)::bigint
        as owed,
      coalesce(sum(p.amount) filter (where a.name like 'house:unmatched:%'), 0)::bigint as unmatched,
      coalesce(sum(p.amount) filter (where a.name like 'house:losses:%'), 0)::bigint as losses,
      coalesce(sum(p.amount) filter (where a.name like 'house:paypal_clearing:%'), 0)::bigint
        as "atProvider"
    from ledger_postings p join ledger_accounts a on a.id = p.account_id`);
const nothing = { owed: 0n, unmatched: 0n, losses: 0n, atProvider: 0n };

test('L a refund that can not be made today is asked for without end, and made once', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add({ ...issue('REFUND_FAILED_INSUFFICIENT_FUNDS'), times: 40 });
  await order.refund();
  for (let time = 1; time <= 40; time += 1) await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'pending' }]);
  expect(await countRefundsOpen(shop.db)).toBe(1);
  await sendDue(shop);
  await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'done', problem: null }]);
  expect(await givenBack(shop)).toEqual(['30.00']);
  expect(await balances(shop)).toEqual(nothing);
  expect(await countRefundsOpen(shop.db)).toBe(0);
});

test('6 a refund that was made or refused is not sent once more by its job, nor twice by two at once', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { refundLine } = await boughtTwo(shop);
  await refundLine(0);
  const [made] = await refundRows(shop);
  const send = (id = '') => sendRefund(shop.checkout, id);
  await Promise.all([send(made?.id), send(made?.id)]);
  await send(made?.id);
  expect(await givenBack(shop)).toEqual(['10.00']);
  shop.sandbox.faults.add(issue('REFUND_NOT_ALLOWED'));
  await refundLine(1);
  const refused = (await refundRows(shop)).find(({ id }) => id !== made?.id);
  await send(refused?.id);
  await send(refused?.id);
  expect(await givenBack(shop)).toEqual(['10.00']);
  expect((await refundRows(shop)).map(({ state }) => state).sort()).toEqual(['done', 'refused']);
});

test('L a refund is not asked for again before its pause is over', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add(issue('TRANSACTION_DISPUTED'));
  await order.refund();
  await sendDue(shop);
  await runChore(shop, 'checkout.refunds');
  expect(await refundRows(shop)).toMatchObject([
    { state: 'pending', problem: 'HTTP 422 TRANSACTION_DISPUTED' },
  ]);
});

test('L one refund that can not be sent does not keep the others waiting', async () => {
  const { shop, order } = await quiet();
  const other = await bought(shop);
  shop.sandbox.faults.add({
    operation: 'refund',
    kind: 'http_500',
    times: 'always',
    about: order.captureId,
  });
  await order.refund();
  await other.refund();
  await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'pending' }, { state: 'done' }]);
});

test('L a refund the provider refuses stays booked as owed, until an operator has it sent again', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add(issue('REFUND_TIME_LIMIT_EXCEEDED'));
  await order.refund();
  await sendDue(shop);
  await sendDue(shop);
  const [row] = await refundRows(shop);
  expect(row).toMatchObject({ state: 'refused', problem: 'not_allowed' });
  expect(await balances(shop)).toMatchObject({ owed: 30_00n });
  expect(await countRefundsOpen(shop.db)).toBe(1);
  const listed = await runOn(shop, 'refund', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id: row?.id, state: 'refused', amount: 30 }]);
  expect((await runOn(shop, 'refund', 'send', row?.id ?? '')).code).toBe(0);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['30.00']);
  expect(await balances(shop)).toEqual(nothing);
  expect((await runOn(shop, 'refund', 'send', row?.id ?? '')).code).toBe(1);
});

test.each([
  [0, 1, { toCardMinor: 10_00n, toWalletMinor: 0n }, { toCardMinor: 5_00n, toWalletMinor: 15_00n }],
  [1, 0, { toCardMinor: 15_00n, toWalletMinor: 5_00n }, { toCardMinor: 0n, toWalletMinor: 10_00n }],
])(
  '12 line by line a card gets back what it paid and no more, the wallet the rest: line %i, then %i',
  async (first, second, ...given) => {
    const shop = await startShop({ working: false });
    shop.sandbox.faults.add(silent);
    const { anna, captureId, refundLine } = await boughtTwo(shop, { walletMinor: 15_00n });
    expect([await refundLine(first), await refundLine(second)]).toMatchObject(given);
    expect(await anna.balance()).toBe(100_00n);
    await sendDue(shop);
    const cents = (await givenBack(shop)).map((value) => Number(value) * 100);
    expect(cents.reduce((sum, value) => sum + value, 0)).toBe(15_00);
    const capture = (await providerCaptures(shop)).find(({ id }) => id === captureId);
    expect(capture?.status).toBe('REFUNDED');
    expect(await balances(shop)).toEqual(nothing);
  },
);

test('12 so it does of all lines at once', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { anna, key } = await boughtTwo(shop, { walletMinor: 15_00n });
  expect(await refundOrder(shop, key, { reason: 'asked for' })).toMatchObject({
    toCardMinor: 15_00n,
    toWalletMinor: 15_00n,
  });
  expect(await anna.balance()).toBe(100_00n);
});

/** Asks the provider about captures that are due. */
async function askDue(shop: TestShop, afterMs: number): Promise<void> {
  await shop.moveClock(afterMs);
  await runChore(shop, 'checkout.captures');
}

test('L what is taken back of a payment is found beside a refused refund of it: it freezes, and is booked', async () => {
  const { shop, order } = await refusedFirst();
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
  expect(await balances(shop)).toMatchObject({ owed: 10_00n, atProvider: -10_00n });
});

test('L a dispute beside a refund that is under way freezes, and is booked at once where it is of another amount', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  shop.sandbox.faults.add(issue('TRANSACTION_DISPUTED'));
  await order.refundLine(0);
  await sendDue(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
  expect(await balances(shop)).toMatchObject({ owed: 10_00n, atProvider: -10_00n });
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['20.00', '10.00']);
  expect(await balances(shop)).toMatchObject({ owed: 0n, atProvider: 0n });
});

test('6 what the dashboard gave back in place of a refused refund is not sent once more', async () => {
  const { shop, order, send } = await refusedFirst();
  await inDashboard(shop, order.captureId, '10.00');
  await askDue(shop, minutes(31));
  expect(await send()).toMatchObject({ code: 1, stderr: expect.stringContaining('--given-back') });
  expect((await send('--given-back', '10.00')).code).toBe(0);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['10.00']);
  expect(await refundRows(shop)).toMatchObject([{ state: 'done' }]);
  expect(await balances(shop)).toMatchObject({ owed: 0n, losses: 0n });
});

test('6 of a refused refund only what the dashboard did not give back is sent', async () => {
  const { shop, order, send } = await refusedFirst();
  await inDashboard(shop, order.captureId, '4.00');
  await askDue(shop, minutes(31));
  await send('--given-back', '4');
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['4.00', '6.00']);
  expect(await balances(shop)).toMatchObject({ owed: 0n, losses: 0n });
});

test('6 what the dashboard gave for another reason is not taken off a refused refund', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  await inDashboard(shop, order.captureId, '5.00');
  await askDue(shop, minutes(31));
  shop.sandbox.faults.add(issue('REFUND_NOT_ALLOWED'));
  await order.refundLine(0);
  await sendDue(shop);
  const [row] = await refundRows(shop);
  await runOn(shop, 'refund', 'send', row?.id ?? '', '--given-back', '0');
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '10.00']);
});

test('6 nor off one that the payment has room for beside it, however large', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  await inDashboard(shop, order.captureId, '5.00');
  await askDue(shop, minutes(31));
  await order.refundLine(1);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '20.00']);
});

test('L a gift of the dashboard before keeps no dispute beside a refund under way from freezing', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  await inDashboard(shop, order.captureId, '2.00');
  await askDue(shop, minutes(31));
  shop.sandbox.faults.add({ ...issue('TRANSACTION_DISPUTED'), times: 'always' });
  await order.refundLine(0);
  await sendDue(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '18.00' });
  await askDue(shop, hours(3));
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
});

test('6 a refused refund that the dashboard gave back in its place refunds no other line', async () => {
  const { shop, order, send } = await refusedFirst({ otherMinor: 10_00n });
  await inDashboard(shop, order.captureId, '10.00');
  await askDue(shop, minutes(31));
  await send('--given-back', '10');
  await sendDue(shop);
  expect((await needOrder(shop.db, order.key.memberId, order.key.id)).state).toBe('delivered');
  expect(await givenBack(shop)).toEqual(['10.00']);
  expect(await refundRows(shop)).toMatchObject([{ state: 'done' }]);
});

test('L where the dashboard gave back what our refunds had left, nothing of the order is left', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { anna, key, captureId, refundLine } = await boughtTwo(shop);
  await refundLine(0);
  await sendDue(shop);
  await inDashboard(shop, captureId);
  await askDue(shop, minutes(31));
  await sendDue(shop);
  expect((await needOrder(shop.db, key.memberId, key.id)).state).toBe('refunded');
  expect(await isFrozen(shop, anna.id)).toBe(false);
  expect(await givenBack(shop)).toEqual(['10.00', '20.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test('L nor where our refunds gave back what the dashboard had left', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { key, captureId, refundLine } = await boughtTwo(shop);
  await inDashboard(shop, captureId, '25.00');
  await askDue(shop, minutes(31));
  expect((await needOrder(shop.db, key.memberId, key.id)).state).toBe('delivered');
  await refundLine(0);
  await sendDue(shop);
  expect((await needOrder(shop.db, key.memberId, key.id)).state).toBe('refunded');
  expect(await givenBack(shop)).toEqual(['25.00', '5.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test.each(['before', 'after'])(
  'L what the wallet paid stays with its buyer where the card is given back, a part of it in the dashboard, which is known %s the refund',
  async (when) => {
    const shop = await startShop({ working: false });
    shop.sandbox.faults.add(silent);
    const { anna, key, captureId, refundLine } = await boughtTwo(shop, { walletMinor: 20_00n });
    await inDashboard(shop, captureId, '1.00');
    if (when === 'before') await askDue(shop, minutes(31));
    await refundLine(0);
    await sendDue(shop);
    await askDue(shop, minutes(31));
    await sendDue(shop);
    expect((await needOrder(shop.db, key.memberId, key.id)).state).toBe('delivered');
    expect(await givenBack(shop)).toEqual(['1.00', '9.00']);
    expect([await anna.balance(), await balances(shop)]).toEqual([80_00n, nothing]);
  },
);

test('L nor where a refund that was refused first gave back what the dashboard had left', async () => {
  const { shop, order, send } = await refusedFirst();
  await inDashboard(shop, order.captureId, '20.00');
  await askDue(shop, minutes(31));
  expect((await needOrder(shop.db, order.key.memberId, order.key.id)).state).toBe('delivered');
  await send('--given-back', '0');
  await sendDue(shop);
  expect((await needOrder(shop.db, order.key.memberId, order.key.id)).state).toBe('refunded');
  expect(await givenBack(shop)).toEqual(['20.00', '10.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test('L whoever dies while a refused refund is opened again has opened none, or given back all that nobody pays', async () => {
  const { shop, order } = await refusedFirst();
  await inDashboard(shop, order.captureId, '20.00');
  await askDue(shop, minutes(31));
  const [row] = await refundRows(shop);
  let left = 1;
  const tx: Db['tx'] = (work) =>
    left-- > 0 ? shop.db.tx(work) : Promise.reject(new Error('killed'));
  await resendRefund({ ...shop.db, tx }, row?.id ?? '', { by: 'olga', givenMinor: 0n }).catch(
    () => undefined,
  );
  await sendDue(shop);
  const [now] = await refundRows(shop);
  const { state } = await needOrder(shop.db, order.key.memberId, order.key.id);
  expect([now?.state, state]).toEqual(['done', 'refunded']);
});

test('6 a refund that was refused and made all the same is not made twice', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add({ ...issue('REFUND_NOT_ALLOWED'), after: true });
  await order.refund();
  await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'done' }]);
  expect(await givenBack(shop)).toEqual(['30.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test('6 a refund that waits and then fails at the provider is sent anew by an operator', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add({ operation: 'refund', kind: 'pending' });
  await order.refund();
  await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'pending' }]);
  const [capture] = await providerCaptures(shop);
  const settling = `${shop.sandbox.paypalUrl}/__sandbox/refunds/${capture?.refundIds[0]}/fail`;
  expect((await fetch(settling, { method: 'POST' })).status).toBe(200);
  await sendDue(shop);
  const [row] = await refundRows(shop);
  expect(row).toMatchObject({ state: 'refused', problem: 'failed' });
  await runOn(shop, 'refund', 'send', row?.id ?? '');
  await sendDue(shop);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  expect(await balances(shop)).toEqual(nothing);
});

test('5 an order is given back as far as the provider has not given back already', async () => {
  const shop = await startShop();
  const order = await bought(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
  await order.refund();
  await everyCaptureSettled(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '25.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test.each([
  ['in part', { value: '5.00' }, ['5.00', '25.00']],
  ['in whole', undefined, ['30.00']],
] as const)(
  '5 money taken back %s that the shop has not heard of is not given back twice',
  async (_, part, back) => {
    const { shop, order } = await quiet();
    await order.refund();
    await atCapture(shop, order.captureId, 'reverse', part);
    await sendDue(shop);
    await sendDue(shop);
    expect(await refundRows(shop)).toMatchObject([{ state: 'done' }]);
    expect(await givenBack(shop)).toEqual(back);
    expect(await balances(shop)).toEqual(nothing);
  },
);

test('5 a try without an answer keeps its amount, whatever is taken back meanwhile', async () => {
  const { shop, order } = await quiet();
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'http_500' });
  await order.refund();
  await sendDue(shop);
  const change = shop.db.run(sql`update refunds set reversed_minor = 500`);
  await expect(change).rejects.toThrow(/keeps what is owed/);
  await sendDue(shop);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '25.00']);
  expect(await balances(shop)).toEqual(nothing);
});

test('5 lines given back one by one after a part was taken back leave nothing owed', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { anna, captureId, refundLine } = await boughtTwo(shop, { walletMinor: 12_00n });
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await refundLine(0);
  await sendDue(shop);
  await sendDue(shop);
  await refundLine(1);
  await sendDue(shop);
  await sendDue(shop);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  expect(await balances(shop)).toEqual(nothing);
  expect(await anna.balance()).toBe(100_00n);
});

test('5 money that fitted no order and is taken back in part goes back once', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '30.01' });
  expect((await order.confirm()).body.code).toBe('payment.returned');
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse', { value: '5.00' });
  await sendDue(shop);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '25.01']);
  expect(await balances(shop)).toEqual(nothing);
});

test('5 a refusal of a capture that nobody knows is asked about again: the order is delivered', async () => {
  const { shop } = await quiet();
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'issue', value: 'SOMETHING_NEW' });
  expect((await order.confirm()).status).toBe(202);
  await shop.moveClock(minutes(1));
  await runChore(shop, 'checkout.reconcile');
  const { anna, body } = order;
  const shown = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
  expect(shown.body.data.eStatus).toBe('Delivered');
});

test('6 what is owed to a card does not change and is not forgotten', async () => {
  const { shop, order } = await quiet();
  await order.refund();
  await sendDue(shop);
  const changes = [
    sql`update refunds set amount_minor = amount_minor + 1`,
    sql`update refunds set state = 'pending'`,
    sql`delete from refunds`,
    sql`truncate refunds`,
  ];
  const tried = await Promise.allSettled(changes.map((change) => shop.owner.run(change)));
  expect(tried.map(({ status }) => status)).toEqual(changes.map(() => 'rejected'));
});

test.each(['after', 'before'] as const)(
  '5 a refund of the shop’s is no reversal where the provider leaves out who asked, read %s it is known to be made',
  async (when) => {
    const shop = await startShop({ working: false });
    shop.sandbox.faults.add(silent);
    const order = await bought(shop);
    await order.refund();
    const read = () => resolvePayment(shop.checkout, order.key);
    shop.sandbox.faults.add({
      operation: 'get',
      kind: 'without',
      value: 'custom_id,invoice_id',
      times: 'always',
    });
    if (when === 'before')
      shop.sandbox.faults.add({ operation: 'refund', kind: 'reset', after: true, times: 'always' });
    await sendDue(shop);
    expect(await read()).toBe(when === 'before' ? 'unknown' : 'recorded');
    shop.sandbox.faults.clear();
    shop.sandbox.faults.add(silent);
    await sendDue(shop);
    expect(await read()).toBe('recorded');
    expect(await isFrozen(shop, order.anna.id)).toBe(false);
    expect(await givenBack(shop)).toEqual(['30.00']);
    const { reversed } = await shop.db.one(
      sql<{
        reversed: bigint;
      }>`select sum(reversed_minor)::bigint as reversed from capture_sums`,
    );
    expect(reversed).toBe(0n);
  },
);

test('5 nor is it a gift of the dashboard because its webhook comes before its answer', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await boughtTwo(shop);
  const unsaid = { operation: 'get', kind: 'without', value: 'custom_id,invoice_id' } as const;
  shop.sandbox.faults.add({ ...unsaid, times: 'always' });
  shop.sandbox.faults.add({ operation: 'refund', kind: 'reset', after: true, times: 'always' });
  await order.refundLine(0);
  await sendDue(shop);
  expect(await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'))).toBe(200);
  const [event] = await shop.db.rows(sql<{ id: string }>`
    select event_id as id from provider_events where state = 'new' order by received_at desc`);
  await expect(handleEvent(shop.checkout, event?.id ?? '')).rejects.toThrow('not decided');
  shop.sandbox.faults.clear();
  shop.sandbox.faults.add(silent);
  await sendDue(shop);
  await handleEvent(shop.checkout, event?.id ?? '');
  await everyCaptureSettled(shop);
  expect(await balances(shop)).toMatchObject({ owed: 0n, losses: 0n });
});

/** A shop whose chores run when the test says, and three lines of 10.00, 20.00 and 70.00 that a card has paid. */
async function boughtThree() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const anna = await makeMember(shop);
  const cards = [
    await makeCard(shop, { priceMinor: 10_00n, codes: 1 }),
    await makeCard(shop, { priceMinor: 20_00n, codes: 1 }),
    await makeCard(shop, { priceMinor: 70_00n, codes: 1 }),
  ] as const;
  const body = {
    ...orderBody(anna, { card: cards[0], totalMinor: 100_00n, gateway: 'PayPal' }),
    aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  const { sPayerId: _, ...wish } = body;
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  await atProvider(shop, sPaymentId, 'approve');
  const { _id: id } = (await shop.call(pay, { token, body: { ...body, sPaymentId } })).body.data;
  const { lines } = await needOrder(shop.db, anna.id, id);
  const [capture] = await providerCaptures(shop);
  /** Has a line given back, which the provider refuses; answers the refund. */
  const refused = async (minor: bigint) => {
    shop.sandbox.faults.add(issue('REFUND_NOT_ALLOWED'));
    const lineIds = lines.filter((line) => line.payableMinor === minor).map((line) => line.id);
    await refundOrder(shop, { memberId: anna.id, id }, { reason: 'asked for', lineIds });
    await sendDue(shop);
    const row = (await refundRows(shop)).at(-1);
    expect(row?.state).toBe('refused');
    return row?.id ?? '';
  };
  const send = (refundId: string, ...more: string[]) =>
    runOn(shop, 'refund', 'send', refundId, ...more);
  return { shop, anna, captureId: capture?.id ?? '', refused, send };
}

test('6 of refused refunds each is sent less what the dashboard gave back in its place', async () => {
  const { shop, captureId, refused, send } = await boughtThree();
  const first = await refused(10_00n);
  await inDashboard(shop, captureId, '10.00');
  await askDue(shop, minutes(31));
  const second = await refused(20_00n);
  expect((await send(first)).code).toBe(1);
  expect((await send(first, '--given-back', '10')).code).toBe(0);
  await sendDue(shop);
  await inDashboard(shop, captureId, '20.00');
  // The shop has not heard of it: it asks, and says what it knows.
  expect(await send(second, '--given-back', '20')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('took back 0.00'),
  });
  await runChore(shop, 'checkout.captures');
  expect((await send(second, '--given-back', '20')).code).toBe(0);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['10.00', '20.00']);
  expect(await balances(shop)).toMatchObject({ owed: 0n, losses: 0n });
});

test('6 beside a dispute somebody says what was given back in place of a refused refund', async () => {
  const { shop, anna, captureId, refused, send } = await boughtThree();
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await askDue(shop, minutes(31));
  expect(await isFrozen(shop, anna.id)).toBe(true);
  const refund = await refused(10_00n);
  await inDashboard(shop, captureId, '4.00');
  await askDue(shop, hours(24));
  expect(await send(refund)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('took back 9.00'),
  });
  expect((await send(refund, '--given-back', '9.01')).code).toBe(1);
  expect((await send(refund, '--given-back', '4')).code).toBe(0);
  await sendDue(shop);
  expect(await givenBack(shop)).toEqual(['5.00', '4.00', '6.00']);
});

test('L the webhook of a gift is no word on a dispute that came before it was handled', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await boughtTwo(shop);
  await inDashboard(shop, order.captureId, '2.00');
  const refunded = await catcher.next('PAYMENT.CAPTURE.REFUNDED');
  await atCapture(shop, order.captureId, 'reverse', { value: '18.00' });
  // Of the dispute no webhook comes.
  expect(await deliver(shop, refunded)).toBe(200);
  const worker = await shop.work();
  await eventsDone(shop);
  await worker.stop();
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
});

test('L what the provider has paid after all is given back whole, and was no loss', async () => {
  const { shop, order } = await quiet();
  await atCapture(shop, order.captureId, 'reverse');
  await askDue(shop, minutes(31));
  expect(await balances(shop)).toMatchObject({ losses: -30_00n, atProvider: 0n });
  // The dispute is won: it is as if nothing had been taken.
  const released = await runOn(shop, 'frozen', 'release', order.captureId);
  expect(released.stdout).toContain('counts again');
  expect((await runOn(shop, 'frozen', 'release', order.captureId)).code).toBe(1);
  expect(await balances(shop)).toMatchObject({ losses: 0n, atProvider: -30_00n });
  await order.refund();
  const [row] = await shop.db.rows(sql<{ left: bigint }>`
    select amount_minor - reversed_minor as left from refunds`);
  expect(row?.left).toBe(30_00n);
  // The stand-in keeps what it took.
  shop.sandbox.faults.add({ operation: 'refund', kind: 'http_500', times: 'always' });
  await sendDue(shop);
  expect(await balances(shop)).toMatchObject({ owed: 30_00n });
});

test('L the webhook of a refund of ours whose answer was lost freezes nobody, whatever is disputed', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await boughtTwo(shop);
  shop.sandbox.faults.add({ operation: 'refund', kind: 'http_500', after: true });
  await order.refundLine(0);
  await sendDue(shop);
  expect(await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'))).toBe(200);
  const [event] = await shop.db.rows(sql<{ id: string }>`
    select event_id as id from provider_events where state = 'new' order by received_at desc`);
  // An inquiry, say, that took nothing.
  const payments = {
    ...shop.checkout.payments,
    isDisputed: async () => ({ kind: 'done', value: true }) as const,
  };
  await handleEvent({ ...shop.checkout, payments }, event?.id ?? '').catch(() => undefined);
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
});

test('L what the provider takes anew after it has paid after all is booked, and freezes again', async () => {
  const { shop, order } = await quiet();
  await atCapture(shop, order.captureId, 'reverse', { value: '10.00' });
  await askDue(shop, minutes(31));
  await runOn(shop, 'member', 'unfreeze', order.anna.email);
  await runOn(shop, 'frozen', 'release', order.captureId);
  await askDue(shop, hours(2));
  expect(await balances(shop)).toMatchObject({ losses: 0n, atProvider: -30_00n });
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, hours(4));
  expect(await balances(shop)).toMatchObject({ losses: -20_00n, atProvider: -10_00n });
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
});

test('L a refund under way of a payment whose dispute was won freezes nobody again', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  await askDue(shop, minutes(31));
  await runOn(shop, 'member', 'unfreeze', order.anna.email);
  expect((await runOn(shop, 'frozen', 'release', order.captureId)).code).toBe(0);
  // The shop's account is short of money for a while.
  shop.sandbox.faults.add({ ...issue('REFUND_FAILED_INSUFFICIENT_FUNDS'), times: 'always' });
  await order.refundLine(0);
  await sendDue(shop);
  await askDue(shop, hours(24));
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
});

test('L what the house bore of a payment stays its loss when a later dispute of it is won', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { captureId } = await boughtTwo(shop);
  await atCapture(shop, captureId, 'reverse', { value: '10.00' });
  await askDue(shop, minutes(31));
  expect((await runOn(shop, 'frozen', 'keep', captureId)).code).toBe(0);
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await askDue(shop, hours(24));
  expect((await runOn(shop, 'frozen', 'release', captureId)).code).toBe(0);
  expect(await balances(shop)).toMatchObject({ losses: -10_00n, atProvider: -20_00n });
});

test('L what a refund was told of and the provider pays after all is owed to the card again', async () => {
  const { shop, order } = await quiet();
  await atCapture(shop, order.captureId, 'reverse');
  await askDue(shop, minutes(31));
  await order.refund();
  await sendDue(shop);
  expect(await refundRows(shop)).toMatchObject([{ state: 'done' }]);
  await runOn(shop, 'member', 'unfreeze', order.anna.email);
  const released = await runOn(shop, 'frozen', 'release', order.captureId);
  expect(released.stdout).toContain('30.00 usd that refunds had been told of is sent to the card.');
  expect(await refundRows(shop)).toMatchObject([{ state: 'done' }, { state: 'pending' }]);
  expect(await balances(shop)).toEqual({
    owed: 30_00n,
    unmatched: 0n,
    losses: 0n,
    atProvider: -30_00n,
  });
});

test('L a second dispute of a payment, of which no webhook tells, freezes again whom a person had unfrozen', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const order = await boughtTwo(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  await askDue(shop, minutes(31));
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
  await runOn(shop, 'member', 'unfreeze', order.anna.email);
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, hours(24));
  expect(await balances(shop)).toMatchObject({ losses: -25_00n });
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
});

test('L a gift of the dashboard that waits and then fails at the provider has given nothing back', async () => {
  const { shop, order } = await quiet();
  shop.sandbox.faults.add({ operation: 'refund', kind: 'pending' });
  await inDashboard(shop, order.captureId);
  await askDue(shop, minutes(31));
  await sendDue(shop);
  const [capture] = await providerCaptures(shop);
  const failing = `${shop.sandbox.paypalUrl}/__sandbox/refunds/${capture?.refundIds[0]}/fail`;
  expect((await fetch(failing, { method: 'POST' })).status).toBe(200);
  await askDue(shop, hours(24));
  await sendDue(shop);
  // Either she has what she bought, or her money.
  const { state } = await needOrder(shop.db, order.key.memberId, order.key.id);
  const [after] = await providerCaptures(shop);
  expect([state, after?.status]).not.toEqual(['refunded', 'COMPLETED']);
});

test('L a gift of the dashboard is not booked as paid by the provider because a dispute beside it is won', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add(silent);
  const { captureId } = await boughtTwo(shop);
  await inDashboard(shop, captureId, '5.00');
  await askDue(shop, minutes(31));
  await atCapture(shop, captureId, 'reverse', { value: '10.00' });
  await askDue(shop, hours(24));
  expect((await runOn(shop, 'frozen', 'release', captureId)).code).toBe(0);
  // The ten are here again; the five are with the buyer.
  expect(await balances(shop)).toMatchObject({ losses: -5_00n, atProvider: -25_00n });
});
