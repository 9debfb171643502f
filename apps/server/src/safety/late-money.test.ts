/** Money that comes late, in part, or goes back: every capture is settled or refunded (trust programme, 5, 11, L). */
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { countJobs } from '../jobs/queries.ts';
import { balanceOf, heldOf, house } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { hours, minutes, seconds } from '../platform/process/durations.ts';
import { isFrozen, loadCodes, makeMember, orderBody } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  atCapture,
  captureLate,
  eventsDone,
  everyCaptureSettled,
  providerCaptures,
  runChore,
} from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

type Order = Awaited<ReturnType<typeof initiated>>;

async function shown(shop: TestShop, { anna, body }: Order) {
  const reply = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
  return reply.body.data;
}
const stateOf = async (shop: TestShop, order: Order) => (await shown(shop, order)).eStatus;

/** 3 x 10.00, 12.00 of it from the wallet: approved, and lapsed before anybody captured it. */
async function lapsed({ codes = 3 } = {}) {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 1 });
  await atProvider(shop, order.sPaymentId, 'approve');
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Failed');
  return { shop, order };
}

/** Works until the late capture was settled. */
async function settle(shop: TestShop): Promise<void> {
  const worker = await shop.work();
  await expect
    .poll(async () => (await shop.db.rows(sql`select 1 from payment_captures`)).length)
    .toBe(1);
  await everyCaptureSettled(shop);
  await worker.stop();
}

/** Bert buys some of the codes that went back into stock. */
async function bertBuys(shop: TestShop, order: Order, quantity: number): Promise<void> {
  const bert = await makeMember(shop, { walletMinor: 100_00n });
  const totalMinor = BigInt(quantity) * 10_00n;
  const body = orderBody(bert, { card: order.card, quantity, totalMinor });
  expect((await shop.call(pay, { token: bert.token, body })).status).toBe(200);
}

test('11 late money buys other codes, with the wallet share taken anew', async () => {
  const { shop, order } = await lapsed();
  await bertBuys(shop, order, 3);
  await loadCodes(shop, order.card.id, 3);
  await captureLate(shop, order.sPaymentId);
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'COMPLETED' }]);
});

test('11 late money without enough codes goes back in full, and the wallet is not touched', async () => {
  const { shop, order } = await lapsed();
  await bertBuys(shop, order, 1);
  await captureLate(shop, order.sPaymentId);
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  // The two codes that were left are still for sale.
  await bertBuys(shop, order, 2);
});

test('11 late money without the wallet share goes back in full, and the codes stay for sale', async () => {
  const { shop, order } = await lapsed({ codes: 13 });
  const spending = orderBody(order.anna, { card: order.card, quantity: 9, totalMinor: 90_00n });
  await shop.call(pay, { token: order.anna.token, body: spending });
  await captureLate(shop, order.sPaymentId);
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(10_00n);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  await bertBuys(shop, order, 4);
});

test('money for a cancelled order goes back', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 1 });
  const body = { sOrderId: order.body.sOrderId };
  await shop.call(cancelOrder, { token: order.anna.token, body });
  await atProvider(shop, order.sPaymentId, 'approve');
  await captureLate(shop, order.sPaymentId);
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
});

test('11 a late capture that is pending first buys codes when it completes', async () => {
  const { shop, order } = await lapsed();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'pending' });
  const captureId = await captureLate(shop, order.sPaymentId);
  const worker = await shop.work();
  await shop.moveClock(hours(24));
  expect(await stateOf(shop, order)).toBe('Failed');
  await atCapture(shop, captureId, 'complete');
  await expect.poll(() => stateOf(shop, order)).toBe('Delivered');
  await worker.stop();
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

/** The member confirms and the provider says: pending. */
async function pending({ working = true } = {}) {
  const shop = await startShop({ working });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'pending' });
  const { status, body } = await order.confirm();
  expect([status, body.data.eStatus]).toEqual([202, 'Pending']);
  const [capture] = await providerCaptures(shop);
  return { shop, order, captureId: capture?.id ?? '' };
}

test('11 a pending capture keeps its order from lapsing and delivers when it completes', async () => {
  const { shop, order, captureId } = await pending();
  await shop.moveClock(hours(48));
  await runChore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Pending');
  await atCapture(shop, captureId, 'complete');
  await expect.poll(() => stateOf(shop, order)).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('11 a pending capture is no failed job', async () => {
  const { shop, order, captureId } = await pending();
  await eventsDone(shop);
  await expect.poll(() => countJobs(shop.db)).toBe(0);
  await atCapture(shop, captureId, 'complete');
  await expect.poll(() => stateOf(shop, order)).toBe('Delivered');
});

/** The member confirms, and the provider says what the shop does not know. */
async function unheardOf() {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const fault = { kind: 'issue', value: 'NEVER_HEARD_OF', times: 'always' } as const;
  shop.sandbox.faults.add({ operation: 'capture', ...fault });
  expect((await order.confirm()).status).toBe(202);
  return { shop, order };
}

longTest.each([
  ['stays pending', () => pending({ working: false })],
  ['stays unknown', unheardOf],
])(
  '11 a capture that %s is asked about ever more rarely, every ten minutes in the end',
  async (_, begin) => {
    const { shop, order } = await begin();
    const asked = async () => {
      const { at } = await shop.db.one(
        sql<{ at: Date }>`
        select greatest(asked_at, claimed_at) as at from payments where state = 'claimed'`,
      );
      return at.getTime();
    };
    const pauses: number[] = [];
    let last = await asked();
    for (let round = 0; round < 300 && pauses.length < 18; round += 1) {
      await shop.moveClock(seconds(15));
      await runChore(shop, 'checkout.reconcile');
      const now = await asked();
      if (now > last) pauses.push(Math.round((now - last) / 15_000));
      last = now;
    }
    expect(pauses.slice(0, 4)).toEqual([1, 1, 1, 1]);
    expect(pauses.at(-1)).toBeGreaterThan(8);
    await shop.moveClock(hours(24 * 3));
    await runChore(shop, 'checkout.reconcile');
    last = await asked();
    await shop.moveClock(minutes(10) + 1_000);
    await runChore(shop, 'checkout.reconcile');
    expect(await asked()).toBeGreaterThan(last);
    // A buyer who tries again is asked about as soon as at first.
    last = await asked();
    expect((await order.confirm()).status).toBe(202);
    await shop.moveClock(seconds(16));
    await runChore(shop, 'checkout.reconcile');
    expect(await asked()).toBeGreaterThan(last + 10_000);
  },
);

test('a reversal that is told and not in the record freezes once, and is booked when it is there', async () => {
  const { shop, order, captureId } = await paid();
  const { faults } = shop.sandbox;
  faults.add({ operation: 'get', kind: 'without', value: 'refunds', times: 'always' });
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
  await eventsDone(shop);
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  const again = async () => {
    await shop.db.run(sql`update jobs set due_at = now()`);
    const rows = await shop.db.rows(sql<{ task: string; error: string | null }>`
      select task, last_error as error from jobs`);
    return rows.map(({ task, error }) => [task, error]);
  };
  await expect
    .poll(again)
    .toEqual([['checkout.reversal', expect.stringContaining('is not in its record')]]);
  faults.clear();
  const lost = async () => {
    await shop.db.run(sql`update jobs set due_at = now()`);
    const { sum } = await shop.db.one(sql<{ sum: number }>`
      select coalesce(sum(p.amount), 0)::int as sum from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.name = ${house('losses', 'usd')}`);
    return sum;
  };
  await expect.poll(lost).toBe(-5_00);
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
  await everyCaptureSettled(shop);
});

test('11 a pending capture that is denied lets the order lapse: codes and wallet share are back', async () => {
  const { shop, order, captureId } = await pending();
  await atCapture(shop, captureId, 'deny');
  await expect.poll(() => stateOf(shop, order)).toBe('Declined');
  await shop.moveClock(minutes(31));
  // While the working shop asks the provider once more, the order is claimed and does not lapse.
  const held = async () => {
    await runChore(shop, 'checkout.lapse');
    return balanceOf(shop.db, heldOf(order.anna.id, 'usd'));
  };
  await expect.poll(held).toBe(0n);
  expect(await order.anna.balance()).toBe(100_00n);
  await bertBuys(shop, order, 3);
  await everyCaptureSettled(shop);
});

test('11 a pending capture that is denied can be paid anew, as another order of the provider', async () => {
  const { shop, order, captureId } = await pending();
  await atCapture(shop, captureId, 'deny');
  await expect.poll(() => stateOf(shop, order)).toBe('Declined');
  const { token } = order.anna;
  const again = await shop.call(initiate, { token, body: order.wish });
  const { sPaymentId } = again.body.data;
  await atProvider(shop, sPaymentId, 'approve');
  await shop.call(pay, { token, body: { ...order.body, sPaymentId } });
  await expect.poll(() => stateOf(shop, order)).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('11 no webhook of a denial: the reconciler finds out', async () => {
  const { shop, order, captureId } = await pending({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off' });
  await atCapture(shop, captureId, 'deny');
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.lapse');
  expect(await order.anna.balance()).toBe(100_00n);
  await everyCaptureSettled(shop);
});

/** The money was taken and the answer lost; nobody has recorded it. */
async function unrecorded() {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  await atProvider(shop, order.sPaymentId, 'approve');
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  expect((await order.confirm()).status).toBe(202);
  const [capture] = await providerCaptures(shop);
  return { shop, order, captureId: capture?.id ?? '' };
}

const noticeOf = async (shop: TestShop, { anna, body }: Awaited<ReturnType<typeof initiated>>) =>
  (await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } })).body.data
    .sNotice;

test('11 money taken back before it was recorded leaves nothing behind: the order lapses', async () => {
  const { shop, order, captureId } = await unrecorded();
  await atCapture(shop, captureId, 'reverse');
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await noticeOf(shop, order)).toBe(
    'We already returned a payment of $18.00 for this order. Nothing was bought with it.',
  );
  expect(await order.anna.balance()).toBe(100_00n);
  await bertBuys(shop, order, 3);
  await everyCaptureSettled(shop);
});

test('5 money taken back in part before it was recorded does not pay: the rest goes back', async () => {
  const { shop, order, captureId } = await unrecorded();
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.lapse');
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await noticeOf(shop, order)).toBe(
    "A payment of $18.00 doesn't match this order. You already got part of it back, and we're returning the remaining $13.00.",
  );
  expect(await order.anna.balance()).toBe(100_00n);
});

test('11 money of which only some is said to be back waits for the provider’s word, without an error', async () => {
  const { shop, order, captureId } = await unrecorded();
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  for (const operation of ['capture', 'get'] as const)
    shop.sandbox.faults.add({ operation, kind: 'without', value: 'refunds', times: 'always' });
  expect((await order.confirm()).status).toBe(202);
  shop.sandbox.faults.clear();
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  expect((await order.confirm()).body.code).toBe('payment.returned');
  await settle(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
});

/** A delivered order of 18.00 by card, and its capture. */
async function paid() {
  const shop = await startShop();
  const order = await initiated(shop, { walletMinor: 12_00n });
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  const [capture] = await providerCaptures(shop);
  return { shop, order, captureId: capture?.id ?? '' };
}

test('a reversal in parts is the house’s loss of exactly what was taken', async () => {
  const { shop, order, captureId } = await paid();
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
  await everyCaptureSettled(shop);
  await atCapture(shop, captureId, 'reverse', { value: '6.00' });
  await everyCaptureSettled(shop);
  expect(await order.anna.balance()).toBe(88_00n);
});

test('11 an order the provider forgot is not claimed for ever: it lapses', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500' });
  expect((await order.confirm()).status).toBe(202);
  // The provider drops orders nobody approved after some hours and then knows nothing of them.
  await shop.db.run(sql`update payments set provider_order_id = '0NOBODYKNOWSTHIS0'`);
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.lapse');
  expect(await stateOf(shop, order)).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
});

longTest(
  'payments that stay pending for days do not keep the reconciler from the others',
  async () => {
    const shop = await startShop({ working: false });
    // Buyers who are all new, of one address: what such may hold unpaid together is not what this is about.
    await shop.db.run(
      sql`update site_options set value = '100' where name = 'unpaid_share_of_card_new'`,
    );
    shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
    const approve = async () => {
      const order = await initiated(shop);
      await atProvider(shop, order.sPaymentId, 'approve');
      return order;
    };
    for (let count = 1; count <= 25; count += 1) {
      const order = await approve();
      shop.sandbox.faults.add({ operation: 'capture', kind: 'pending' });
      expect((await order.confirm()).status).toBe(202);
    }
    const last = await approve();
    shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
    expect((await last.confirm()).status).toBe(202);
    await shop.moveClock(minutes(2));
    await runChore(shop, 'checkout.reconcile');
    await runChore(shop, 'checkout.reconcile');
    expect(await stateOf(shop, last)).toBe('Delivered');
  },
);
