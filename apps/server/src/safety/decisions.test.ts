/** What an operator decides of money that a provider took back: once, of what is meant, and not undone by what comes late (L). */

import { fromDecimalText } from '@giftlane/contract/money/money.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { expect, test } from 'vitest';
import { runOn } from '../cli/run.testing.ts';
import { handleEvent } from '../features/checkout/capture/inbox.ts';
import { begun } from '../features/checkout/capture/top-up.testing.ts';
import { refundOrder } from '../features/checkout/checkout.ts';
import { reopen } from '../features/checkout/disputes/decision-queries.ts';
import { resolvePayment } from '../features/checkout/disputes/resolve.ts';
import { askAboutCaptures } from '../features/checkout/disputes/taken-back.ts';
import { needOrder } from '../features/orders/orders.ts';
import { balanceOf, frozenOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { hours, minutes } from '../platform/process/durations.ts';
import {
  isFrozen,
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
} from '../testing/builders.ts';
import { atProvider } from '../testing/buying.ts';
import {
  atCapture,
  captureLate,
  catchWebhooks,
  deliver,
  eventsDone,
  inDashboard,
  providerCaptures,
  runChore,
  showing,
  takenToo,
} from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/** A shop whose chores run when the test says, and which no webhook reaches. */
async function quiet() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  return shop;
}

async function askDue(shop: TestShop, afterMs: number): Promise<void> {
  await shop.moveClock(afterMs);
  await runChore(shop, 'checkout.captures');
}

async function sendDue(shop: TestShop): Promise<void> {
  await shop.moveClock(hours(3));
  await runChore(shop, 'checkout.refunds');
}

interface Wish {
  /** Its codes are missing, so that it waits. */
  readonly waiting?: boolean;
  readonly cashbackBp?: number;
}

/** Lines of these prices, paid by card. */
async function bought(shop: TestShop, prices: readonly bigint[], wish: Wish = {}) {
  const { waiting = false, cashbackBp = 0 } = wish;
  const anna = await makeMember(shop);
  const cards = await Promise.all(
    prices.map((priceMinor) => makeCard(shop, { priceMinor, codes: 1, cashbackBp })),
  );
  const body = {
    ...orderBody(anna, {
      card: cards[0] ?? { id: '' },
      totalMinor: prices.reduce((sum, price) => sum + price, 0n),
      gateway: 'PayPal',
    }),
    aCartData: cards.map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  const { sPayerId: _, ...order } = body;
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: order })).body.data;
  if (waiting) await shop.db.run(sql`update codes set state = 'void'`);
  await atProvider(shop, sPaymentId, 'approve');
  const { _id: id } = (await shop.call(pay, { token, body: { ...body, sPaymentId } })).body.data;
  const key = { memberId: anna.id, id };
  const { lines } = await needOrder(shop.db, anna.id, id);
  const [capture] = await providerCaptures(shop);
  const captureId = capture?.id ?? '';
  return {
    anna,
    captureId,
    refund: (minor: bigint) =>
      refundOrder(shop, key, {
        reason: 'asked for',
        lineIds: lines.filter(({ payableMinor }) => payableMinor === minor).map((line) => line.id),
      }),
    /** The codes come that it waited for. */
    codesCome: async () => {
      for (const card of cards) await loadCodes(shop, card.id, 2);
      await runChore(shop, 'checkout.deliver');
      return (await needOrder(shop.db, anna.id, id)).state;
    },
    frozen: () => isFrozen(shop, anna.id),
    unfreeze: () => runOn(shop, 'member', 'unfreeze', anna.email),
    keep: () => runOn(shop, 'frozen', 'keep', captureId),
    release: (...more: string[]) => runOn(shop, 'frozen', 'release', captureId, ...more),
  };
}

/** 40.00 in a wallet by card. */
async function added(shop: TestShop, member?: TestMember) {
  const anna = member ?? (await makeMember(shop));
  const topUp = await begun(shop, anna);
  await topUp.approve();
  expect((await topUp.add()).status).toBe(200);
  const captures = await providerCaptures(shop);
  const captureId = captures.find(({ orderId }) => orderId === topUp.sPaymentId)?.id ?? '';
  return {
    anna,
    captureId,
    aside: () => balanceOf(shop.db, frozenOf(anna.id, 'usd')),
    keep: () => runOn(shop, 'frozen', 'keep', captureId),
    release: (...more: string[]) => runOn(shop, 'frozen', 'release', captureId, ...more),
  };
}

/** As a capture is read whose order the provider shows no more. */
const lone = { reversedMinor: 0n, takenBack: [], givenBackMinor: 0n, backShown: false };

/** What the house has lost, and what it has at the provider by its books. */
const books = (shop: TestShop) =>
  shop.db.one(sql<Record<'losses' | 'atProvider', bigint>>`
    select coalesce(sum(p.amount) filter (where a.name like 'house:losses:%'), 0)::bigint as losses,
      coalesce(-sum(p.amount) filter (where a.name like 'house:paypal_clearing:%'), 0)::bigint
        as "atProvider"
    from ledger_postings p join ledger_accounts a on a.id = p.account_id`);

/** Handles the webhooks that were delivered. */
async function work(shop: TestShop): Promise<void> {
  const worker = await shop.work();
  await eventsDone(shop);
  await worker.stop();
}

test('L keep and release at the same moment decide once, and leave what is set aside of another payment', async () => {
  const shop = await quiet();
  const anna = await makeMember(shop);
  for (const amount of [40, 30]) {
    const topUp = await begun(shop, anna, amount);
    await topUp.approve();
    await topUp.add();
  }
  const captures = await providerCaptures(shop);
  for (const { id } of captures) await atCapture(shop, id, 'reverse');
  await askDue(shop, minutes(31));
  const [thirty, forty] = ['30.00', '40.00'].map(
    (value) => captures.find(({ amount }) => amount.value === value)?.id ?? '',
  );
  const said = await Promise.all(
    ['keep', 'release'].map((end) => runOn(shop, 'frozen', end, thirty ?? '')),
  );
  expect(said.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await balanceOf(shop.db, frozenOf(anna.id, 'usd'))).toBe(40_00n);
  expect((await runOn(shop, 'frozen', 'keep', forty ?? '')).code).toBe(0);
});

test('L of added money that was taken by a dispute and given in the dashboard, what the provider pays comes back alone', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  await atCapture(shop, topUp.captureId, 'reverse', { value: '10.00' });
  await askDue(shop, minutes(31));
  await inDashboard(shop, topUp.captureId, '30.00');
  await askDue(shop, hours(24));
  expect(await topUp.aside()).toBe(40_00n);
  // Taken in two parts: which of them the provider has paid has to be said.
  const unsaid = await topUp.release();
  expect([unsaid.code, unsaid.stderr]).toEqual([1, expect.stringContaining('--amount')]);
  expect((await topUp.release('--amount', '41')).code).toBe(1);
  expect((await topUp.release('--amount', '0')).code).toBe(2);
  expect((await topUp.release('--amount', '10')).code).toBe(1);
  const part = ['--amount', '10', '--of', '40'];
  expect((await topUp.release(...part)).code).toBe(0);
  expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([10_00n, 30_00n]);
  // Typed again it is no other part.
  const again = await topUp.release(...part);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('30.00 usd')]);
  expect(await books(shop)).toMatchObject({ atProvider: 10_00n });
  expect((await topUp.keep()).code).toBe(0);
  expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([10_00n, 0n]);
  expect((await topUp.keep()).code).toBe(1);
});

test('L what was spent of added money is gone first: as much as is open stays set aside', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  const card = await makeCard(shop, { priceMinor: 25_00n });
  const body = orderBody(topUp.anna, { card, totalMinor: 25_00n });
  await shop.raw('POST', '/transaction', { token: topUp.anna.token, body });
  await atCapture(shop, topUp.captureId, 'reverse');
  await askDue(shop, minutes(31));
  expect(await topUp.aside()).toBe(15_00n);
  // The provider pays half: five of the fifteen are hers, as twenty are still lost but for ten of them.
  expect((await topUp.release('--amount', '30', '--of', '40')).code).toBe(0);
  expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([5_00n, 10_00n]);
  await topUp.keep();
  expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([5_00n, 0n]);
  expect(await books(shop)).toEqual({ losses: 0n, atProvider: 30_00n });
});

test('L a gift beside a dispute takes of what is set aside: winning the dispute brings back no more than is left', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const topUp = await added(shop);
  const card = await makeCard(shop, { priceMinor: 25_00n });
  const body = orderBody(topUp.anna, { card, totalMinor: 25_00n });
  await shop.raw('POST', '/transaction', { token: topUp.anna.token, body });
  await atCapture(shop, topUp.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  await inDashboard(shop, topUp.captureId, '10.00');
  await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'));
  await work(shop);
  expect((await topUp.release()).code).toBe(0);
  // Of the 40.00 she has spent 25.00, and the card has 10.00.
  expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([5_00n, 0n]);
  expect(await books(shop)).toEqual({ losses: 0n, atProvider: 30_00n });
});

test('L what lay in an unpaid order when a dispute took added money is kept, too', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  const card = await makeCard(shop, { priceMinor: 50_00n });
  const { sPayerId: _, ...order } = orderBody(topUp.anna, {
    card,
    totalMinor: 50_00n,
    walletMinor: 40_00n,
    gateway: 'PayPal',
  });
  await shop.call(initiate, { token: topUp.anna.token, body: order });
  await atCapture(shop, topUp.captureId, 'reverse');
  await askDue(shop, minutes(31));
  await runChore(shop, 'checkout.lapse');
  expect(await topUp.anna.balance()).toBe(40_00n);
  expect((await topUp.keep()).stdout).toContain('40.00 usd of member');
  expect(await topUp.anna.balance()).toBe(0n);
  expect(await books(shop)).toEqual({ losses: 0n, atProvider: 0n });
});

test('L a dispute of which the provider pays half counts by half again', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n]);
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  expect((await order.release('--amount', '10', '--of', '20')).code).toBe(0);
  expect((await order.keep()).code).toBe(0);
  expect(await books(shop)).toEqual({ losses: -10_00n, atProvider: 20_00n });
});

test('L behind a dispute that was won a later refund is sent whole, and what an earlier one was told of', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n, 30_00n]);
  // 20.00 are taken; of the lines of 50.00 what is left of the payment is sent, which is 40.00.
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  for (const line of [20_00n, 30_00n]) {
    await order.refund(line);
    await sendDue(shop);
  }
  await order.unfreeze();
  // The buyer's bank has its 20.00 back from the buyer, who now lacks 10.00.
  expect((await order.release()).stdout).toContain('10.00 usd that refunds had been told of');
  await order.refund(10_00n);
  const rows = await shop.db.rows(sql<{ owed: bigint; told: bigint }>`
    select amount_minor as owed, reversed_minor as told from refunds order by created_at, id`);
  expect(rows.map(({ owed, told }) => owed - told)).toEqual([20_00n, 20_00n, 10_00n, 10_00n]);
  const { clearing } = await shop.db.one(sql<{ clearing: bigint }>`
    select amount_minor - reversed_minor + restored_minor as clearing from capture_sums`);
  expect(clearing).toBe(60_00n);
});

test('L a release while a refund is being claimed counts no money twice', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n]);
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, minutes(31));
  await order.unfreeze();
  await order.refund(10_00n);
  await sendDue(shop);
  await order.refund(20_00n);
  await shop.moveClock(hours(3));
  // The worker has claimed the refund, and takes its time.
  await shop.owner.run(sql`create function slow() returns trigger language plpgsql as $$
    begin if new.reversed_minor <> old.reversed_minor then perform pg_sleep(0.7); end if; return new; end $$`);
  await shop.owner.run(
    sql`create trigger zz_slow before update on refunds for each row execute function slow()`,
  );
  const sending = runChore(shop, 'checkout.refunds');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await order.release()).code).toBe(0);
  await sending;
  const at = await shop.db.one(sql<Record<'told' | 'again' | 'owed', bigint>>`
    select owed_again_minor as again, (select sum(reversed_minor) from refunds)::bigint as told,
      (select sum(amount_minor - reversed_minor) from refunds)::bigint as owed
    from capture_sums`);
  // What the refund was told of is owed again: all of the 30.00, once.
  expect(at).toEqual({ told: 20_00n, again: 20_00n, owed: 30_00n });
});

test('L the webhook of a dispute that comes late undoes no decision, and a second dispute freezes', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 20_00n], { waiting: true });
  await atCapture(shop, order.captureId, 'reverse', { value: '10.00' });
  const reversed = await catcher.next('PAYMENT.CAPTURE.REVERSED');
  await askDue(shop, minutes(31));
  expect(await order.frozen()).toBe(true);
  expect((await order.keep()).code).toBe(0);
  await order.unfreeze();
  // The provider tries for three days.
  expect(await deliver(shop, reversed)).toBe(200);
  await work(shop);
  expect(await order.frozen()).toBe(false);
  expect(await order.codesCome()).toBe('delivered');
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await askDue(shop, hours(24));
  expect(await order.frozen()).toBe(true);
});

test('L the webhook of a dispute beside a refund under way freezes once, not at each try', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 20_00n]);
  const issue = { operation: 'refund', kind: 'issue', value: 'TRANSACTION_DISPUTED' } as const;
  shop.sandbox.faults.add({ ...issue, times: 'always' });
  await order.refund(20_00n);
  await sendDue(shop);
  // Of the same amount, so that it may be the refund.
  await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
  await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REVERSED'));
  const [event] = await shop.db.rows(sql<{ id: string }>`
    select event_id as id from provider_events where state = 'new' order by received_at desc`);
  await handleEvent(shop.checkout, event?.id ?? '');
  expect(await order.frozen()).toBe(true);
  await order.unfreeze();
  await handleEvent(shop.checkout, event?.id ?? '');
  expect(await order.frozen()).toBe(false);
  // It is read until the refund has an end.
  const { jobs } = await shop.db.one(sql<{ jobs: number }>`
    select count(*)::int as jobs from jobs where task = 'checkout.reversal'`);
  expect(jobs).toBe(1);
});

test('L the webhook of a gift that comes late does not end an order that the house bears', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 20_00n], { waiting: true });
  await inDashboard(shop, order.captureId, '5.00');
  await atCapture(shop, order.captureId, 'reverse');
  await askDue(shop, minutes(31));
  expect((await order.keep()).code).toBe(0);
  await order.unfreeze();
  await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'));
  await work(shop);
  expect(await order.codesCome()).toBe('delivered');
});

test('L a gift and then a dispute, where the provider lists no disputes: the gift is settled, the dispute can be decided', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 10_00n], { waiting: true });
  shop.sandbox.faults.add({ operation: 'disputes', kind: 'issue', times: 'always' });
  await inDashboard(shop, order.captureId, '2.00');
  await atCapture(shop, order.captureId, 'reverse', { value: '18.00' });
  for (const type of ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']) {
    await deliver(shop, await catcher.next(type));
    await work(shop);
  }
  expect(await order.frozen()).toBe(true);
  expect((await order.release()).code).toBe(0);
  expect((await order.keep()).code).toBe(1);
  await order.unfreeze();
  expect(await order.codesCome()).toBe('delivered');
  expect(await books(shop)).toEqual({ losses: -2_00n, atProvider: 18_00n });
});

test('L what was believed to be a gift is open again once, however often its dispute is told', async () => {
  const shop = await quiet();
  const { captureId } = await bought(shop, [10_00n, 20_00n]);
  const answers: unknown[] = [];
  const undone = new Error('as if nothing had been');
  const trying = shop.db.tx(async (tx) => {
    for (const id of ['FIRST', 'SECOND'])
      await tx.run(sql`insert into capture_reversals (provider, id, capture_id, amount_minor, settled)
        select provider, ${id}, capture_id, 500, true from payment_captures`);
    await tx.run(sql`insert into capture_decisions (provider, capture_id, nth, decision, amount_minor)
      select provider, capture_id, 1, 'given', 1000 from payment_captures`);
    for (const refundId of ['FIRST', 'FIRST', 'SECOND'])
      answers.push((await reopen(tx, captureId, { refundId, amountMinor: 5_00n }))?.settledMinor);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  expect(answers).toEqual([5_00n, undefined, 0n]);
});

test('L a gift behind a dispute that was won freezes nobody', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 20_00n]);
  await atCapture(shop, order.captureId, 'reverse', { value: '10.00' });
  await askDue(shop, minutes(31));
  expect((await order.release()).code).toBe(0);
  await order.unfreeze();
  // What was just booked is asked about once more; the webhook comes before the next time.
  await askDue(shop, 1);
  await inDashboard(shop, order.captureId, '5.00');
  await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'));
  await work(shop);
  await askDue(shop, hours(24));
  expect(await order.frozen()).toBe(false);
  expect(await books(shop)).toEqual({ losses: -5_00n, atProvider: 25_00n });
});

test('L a second dispute of another amount freezes again beside a refund under way', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n]);
  const issue = { operation: 'refund', kind: 'issue', value: 'TRANSACTION_DISPUTED' } as const;
  shop.sandbox.faults.add({ ...issue, times: 'always' });
  await order.refund(10_00n);
  await sendDue(shop);
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  await askDue(shop, minutes(31));
  expect(await order.frozen()).toBe(true);
  await order.unfreeze();
  await atCapture(shop, order.captureId, 'reverse', { value: '15.00' });
  await askDue(shop, hours(24));
  expect(await order.frozen()).toBe(true);
  expect(await books(shop)).toMatchObject({ losses: -20_00n });
});

test('L nothing is decided before the provider has said whether it is a dispute', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n], { waiting: true });
  shop.sandbox.faults.add({ operation: 'disputes', kind: 'http_500', times: 'always' });
  await inDashboard(shop, order.captureId);
  await askDue(shop, minutes(31));
  for (const early of [await order.keep(), await order.release()])
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('PayPal is asked now')]);
  shop.sandbox.faults.clear();
  await askDue(shop, 1);
  // It was a gift, of all of it: nothing is delivered for it.
  expect(await order.codesCome()).toBe('refunded');
  expect(await order.frozen()).toBe(false);
});

test('L an order that the house bears earns no cashback', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n], { waiting: true, cashbackBp: 1000 });
  await atCapture(shop, order.captureId, 'reverse');
  await askDue(shop, minutes(31));
  await order.keep();
  await order.unfreeze();
  expect(await order.codesCome()).toBe('delivered');
  expect(await order.anna.balance()).toBe(0n);
});

test('L where the provider shows no more by what money went back, all of it is booked, and a part of it looked at', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  await inDashboard(shop, topUp.captureId);
  await shop.moveClock(minutes(31));
  await askAboutCaptures(showing(shop, () => ({ ...lone, status: 'refunded' })));
  expect(await topUp.anna.balance()).toBe(0n);
  expect(await isFrozen(shop, topUp.anna.id)).toBe(false);
  expect(await books(shop)).toEqual({ losses: 0n, atProvider: 0n });

  const other = await quiet();
  const order = await bought(other, [10_00n, 20_00n]);
  await atCapture(other, order.captureId, 'reverse', { value: '29.00' });
  await other.moveClock(minutes(31));
  await askAboutCaptures(showing(other, () => ({ ...lone, status: 'partially_refunded' })));
  expect(await order.frozen()).toBe(true);
});

test('L a second dispute behind one that was paid without a word is a loss once the first is released', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n], { waiting: true });
  await atCapture(shop, order.captureId, 'reverse');
  await askDue(shop, minutes(31));
  // The provider has paid the 30.00, which nobody has said, and takes them by a second dispute.
  await shop.moveClock(hours(24));
  await askAboutCaptures(showing(shop, takenToo('SECOND', 30_00n)));
  expect((await order.release('--amount', '30')).code).toBe(0);
  await order.unfreeze();
  expect(await order.codesCome()).toBe('accepted');
  expect((await order.keep()).code).toBe(0);
  expect(await books(shop)).toEqual({ losses: -30_00n, atProvider: 0n });
});

test.each(['a dispute that the house bears', 'a gift'])(
  'L what a refund did not send because of a dispute that was won is owed again beside %s',
  async (beside) => {
    const shop = await quiet();
    const order = await bought(shop, [10_00n, 20_00n, 30_00n]);
    if (beside === 'a gift') await inDashboard(shop, order.captureId, '30.00');
    else await atCapture(shop, order.captureId, 'reverse', { value: '30.00' });
    await askDue(shop, minutes(31));
    if (beside !== 'a gift') expect((await order.keep()).code).toBe(0);
    await atCapture(shop, order.captureId, 'reverse', { value: '20.00' });
    await askDue(shop, hours(24));
    // 10.00 are left to be sent; the other 10.00 the second dispute has.
    await order.refund(20_00n);
    await sendDue(shop);
    expect((await order.release()).code).toBe(0);
    const { owed } = await shop.db.one(sql<{ owed: bigint }>`
      select sum(amount_minor - reversed_minor)::bigint as owed from refunds`);
    expect(owed).toBe(20_00n);
  },
);

test('L what was given in place of a refused refund is not owed again when a dispute beside it is won', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n, 30_00n]);
  shop.sandbox.faults.add({ operation: 'refund', kind: 'issue', value: 'REFUND_NOT_ALLOWED' });
  await order.refund(20_00n);
  await sendDue(shop);
  await inDashboard(shop, order.captureId, '20.00');
  await askDue(shop, hours(24));
  const [row] = await shop.db.rows(sql<{ id: string }>`select id from refunds`);
  const sent = await runOn(shop, 'refund', 'send', row?.id ?? '', '--given-back', '20');
  expect(sent.code).toBe(0);
  await atCapture(shop, order.captureId, 'reverse', { value: '30.00' });
  await askDue(shop, hours(48));
  expect((await order.release()).code).toBe(0);
  const { refunds } = await shop.db.one(sql<{ refunds: number }>`
    select count(*)::int as refunds from refunds`);
  expect(refunds).toBe(1);
});

test.each([
  ['after', undefined, '40.00'],
  ['before', undefined, '40.00'],
  ['before', '15.00', '15.00'],
] as const)(
  'L money that fits no order and was won back from a dispute %s it was recorded is owed to the card again (%s: %s)',
  async (when, value, owed) => {
    const shop = await quiet();
    const anna = await makeMember(shop);
    const topUp = await begun(shop, anna);
    await topUp.approve();
    const captureId = await captureLate(shop, topUp.sPaymentId);
    // It is not what was asked for.
    await shop.db.run(sql`update payments set amount_minor = amount_minor + 1`);
    const key = { memberId: anna.id, id: topUp.sTopUpId };
    if (when === 'after') await resolvePayment(shop.checkout, key);
    await atCapture(shop, captureId, 'reverse', value && { value });
    if (when === 'before') await resolvePayment(shop.checkout, key);
    await askDue(shop, hours(1));
    await sendDue(shop);
    const released = await runOn(shop, 'frozen', 'release', captureId);
    expect(released.stdout).toContain(`${owed} usd that refunds had been told of`);
    expect(await books(shop)).toEqual({ losses: 0n, atProvider: fromDecimalText(owed) });
  },
);

test('L keep takes nothing that came into the wallet from elsewhere', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  const card = await makeCard(shop, { priceMinor: 25_00n });
  const body = orderBody(topUp.anna, { card, totalMinor: 25_00n });
  await shop.raw('POST', '/transaction', { token: topUp.anna.token, body });
  await atCapture(shop, topUp.captureId, 'reverse');
  await askDue(shop, minutes(31));
  await runOn(shop, 'member', 'unfreeze', topUp.anna.email);
  const other = await begun(shop, topUp.anna, 25);
  await other.approve();
  expect((await other.add()).status).toBe(200);
  expect((await topUp.keep()).code).toBe(0);
  expect(await topUp.anna.balance()).toBe(25_00n);
});

test('L keep takes what came back out of an unpaid order once, whatever else was taken then', async () => {
  const shop = await quiet();
  const anna = await makeMember(shop);
  for (const amount of [40, 30]) {
    const topUp = await begun(shop, anna, amount);
    await topUp.approve();
    await topUp.add();
  }
  const spent = orderBody(anna, {
    card: await makeCard(shop, { priceMinor: 30_00n }),
    totalMinor: 30_00n,
  });
  await shop.raw('POST', '/transaction', { token: anna.token, body: spent });
  const { sPayerId: _, ...order } = orderBody(anna, {
    card: await makeCard(shop, { priceMinor: 50_00n }),
    totalMinor: 50_00n,
    walletMinor: 40_00n,
    gateway: 'PayPal',
  });
  await shop.call(initiate, { token: anna.token, body: order });
  const captures = await providerCaptures(shop);
  for (const { id } of captures) await atCapture(shop, id, 'reverse');
  await askDue(shop, minutes(31));
  await runChore(shop, 'checkout.lapse');
  await runOn(shop, 'member', 'unfreeze', anna.email);
  const other = await begun(shop, anna, 25);
  await other.approve();
  await other.add();
  for (const { id } of captures) expect((await runOn(shop, 'frozen', 'keep', id)).code).toBe(0);
  // Of 65.00 the 40.00 that lay in the order.
  expect(await anna.balance()).toBe(25_00n);
});

test('L keep takes nothing for an unpaid order that was paid after all', async () => {
  const shop = await quiet();
  const { anna, captureId, keep } = await added(shop);
  const body = orderBody(anna, {
    card: await makeCard(shop, { priceMinor: 50_00n }),
    totalMinor: 50_00n,
    walletMinor: 40_00n,
    gateway: 'PayPal',
  });
  const { sPayerId: _, ...order } = body;
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: order })).body.data;
  await atCapture(shop, captureId, 'reverse');
  await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
  await askDue(shop, 1);
  await runOn(shop, 'member', 'unfreeze', anna.email);
  await atProvider(shop, sPaymentId, 'approve');
  expect((await shop.call(pay, { token, body: { ...body, sPaymentId } })).status).toBe(200);
  const other = await begun(shop, anna, 25);
  await other.approve();
  await other.add();
  expect((await keep()).code).toBe(0);
  expect(await anna.balance()).toBe(25_00n);
});

test('L keep takes what orders gave back that were paid of the money before it was taken or after, but of no other money', async () => {
  const shop = await quiet();
  const anna = await makeMember(shop, { walletMinor: 20_00n });
  const { token } = anna;
  const begin = async (walletMinor: bigint) => {
    const totalMinor = walletMinor + 10_00n;
    const card = await makeCard(shop, { priceMinor: totalMinor });
    const { sPayerId, ...wish } = orderBody(anna, {
      ...{ card, totalMinor, walletMinor },
      gateway: 'PayPal',
    });
    const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
    await atProvider(shop, sPaymentId, 'approve');
    const body = { ...wish, sPayerId, sPaymentId };
    return async () => (await shop.call(pay, { token, body })).body.data._id;
  };
  const other = await (await begin(20_00n))();
  const { captureId } = await added(shop, anna);
  const before = await (await begin(10_00n))();
  const payAfter = await begin(25_00n);
  await atCapture(shop, captureId, 'reverse');
  await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
  await askDue(shop, 1);
  await runOn(shop, 'member', 'unfreeze', anna.email);
  const after = await payAfter();
  for (const id of [other, before, after])
    await refundOrder(shop, { memberId: anna.id, id }, { reason: 'asked for' });
  expect(await anna.balance()).toBe(55_00n);
  expect((await runOn(shop, 'frozen', 'keep', captureId)).code).toBe(0);
  expect(await anna.balance()).toBe(20_00n);
  expect(await books(shop)).toMatchObject({ losses: 0n });
});

/** An order that the wallet pays in part and that waits for codes; cancelled, or given back by the shop. */
async function waiting(shop: TestShop, anna: TestMember, walletMinor: bigint) {
  const totalMinor = walletMinor + 10_00n;
  const card = await makeCard(shop, { priceMinor: totalMinor, codes: 1 });
  const { sPayerId, ...wish } = orderBody(anna, {
    ...{ card, totalMinor, walletMinor },
    gateway: 'PayPal',
  });
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await atProvider(shop, sPaymentId, 'approve');
  const body = { ...wish, sPayerId, sPaymentId };
  const { _id: id } = (await shop.call(pay, { token, body })).body.data;
  const { sOrderId } = wish;
  return {
    cancel: () => shop.call(cancelOrder, { token, body: { sOrderId } }),
    refund: () => refundOrder(shop, { memberId: anna.id, id }, { reason: 'asked for' }),
  };
}

test.each(['cancel', 'refund'] as const)(
  'L what lay in an order that waited for codes is kept, too, once it is back: %s',
  async (end) => {
    const shop = await quiet();
    const topUp = await added(shop);
    const order = await waiting(shop, topUp.anna, 40_00n);
    await atCapture(shop, topUp.captureId, 'reverse');
    await askDue(shop, minutes(31));
    // It may come back yet: nothing is decided before.
    const early = await topUp.keep();
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('order refund')]);
    expect((await runOn(shop, 'frozen', 'list')).stdout).toContain(`${topUp.captureId}  40.00 usd`);
    await order[end]();
    expect(await topUp.anna.balance()).toBe(40_00n);
    expect((await topUp.keep()).stdout).toContain('40.00 usd of member');
    expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([0n, 0n]);
    expect(await books(shop)).toMatchObject({ losses: 0n });
    expect((await runOn(shop, 'frozen', 'list')).stdout.trim()).toBe('');
  },
);

test('L keep takes no more than is there of what came back: what was spent of it is gone, what came later is not it', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  const { anna } = topUp;
  const order = await waiting(shop, anna, 40_00n);
  await atCapture(shop, topUp.captureId, 'reverse');
  await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
  await askDue(shop, 1);
  await runOn(shop, 'member', 'unfreeze', anna.email);
  await order.cancel();
  const card = await makeCard(shop, { priceMinor: 30_00n });
  const body = orderBody(anna, { card, totalMinor: 30_00n });
  await shop.raw('POST', '/transaction', { token: anna.token, body });
  const other = await begun(shop, anna, 25);
  await other.approve();
  await other.add();
  expect((await topUp.keep()).code).toBe(0);
  // Of 35.00 the 10.00 that were left.
  expect(await anna.balance()).toBe(25_00n);
});

test.each([
  ['release', 40_00n, 40_00n],
  ['keep', 0n, 0n],
] as const)(
  'L added money that was kept as of a gift, and was a dispute’s, is set aside again: %s',
  async (end, balance, atHouse) => {
    const shop = await startShop({ working: false });
    const catcher = await catchWebhooks(shop);
    const topUp = await added(shop);
    await atCapture(shop, topUp.captureId, 'reverse');
    const reversed = await catcher.next('PAYMENT.CAPTURE.REVERSED');
    // The provider lists no dispute when it is asked.
    shop.sandbox.faults.add({ operation: 'disputes', kind: 'without', value: 'items' });
    await askDue(shop, minutes(31));
    expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([0n, 0n]);
    await deliver(shop, reversed);
    await work(shop);
    expect(await topUp.aside()).toBe(40_00n);
    expect((await topUp[end]()).code).toBe(0);
    expect([await topUp.anna.balance(), await topUp.aside()]).toEqual([balance, 0n]);
    expect(await books(shop)).toEqual({ losses: 0n, atProvider: atHouse });
  },
);

test.each(['by webhook', 'when it is asked'])(
  'L what lay in an unpaid order when the dashboard gave added money back is kept once it is back: known %s',
  async (how) => {
    const shop = await startShop({ working: false });
    const catcher = await catchWebhooks(shop);
    const { anna, captureId } = await added(shop);
    const card = await makeCard(shop, { priceMinor: 50_00n });
    const wish = { card, totalMinor: 50_00n, walletMinor: 40_00n, gateway: 'PayPal' } as const;
    const { sPayerId: _, ...order } = orderBody(anna, wish);
    await shop.call(initiate, { token: anna.token, body: order });
    await inDashboard(shop, captureId);
    if (how === 'by webhook') {
      await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REFUNDED'));
      await work(shop);
    } else {
      await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
      await askDue(shop, 1);
    }
    await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: order.sOrderId } });
    expect(await anna.balance()).toBe(40_00n);
    await askDue(shop, minutes(6));
    expect([await anna.balance(), await isFrozen(shop, anna.id)]).toEqual([0n, false]);
    expect(await books(shop)).toEqual({ losses: 0n, atProvider: 0n });
  },
);

test('L what lay in an order when the last part of added money was taken is kept, also where it was placed after the first', async () => {
  const shop = await quiet();
  const topUp = await added(shop);
  const { anna, captureId } = topUp;
  const take = async (value: string) => {
    await atCapture(shop, captureId, 'reverse', { value });
    await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
    await askDue(shop, 1);
    await runOn(shop, 'member', 'unfreeze', anna.email);
  };
  await take('34.00');
  const order = await waiting(shop, anna, 6_00n);
  await take('6.00');
  await order.cancel();
  expect((await topUp.keep()).code).toBe(0);
  expect([await anna.balance(), await topUp.aside()]).toEqual([0n, 0n]);
});

test('L a second dispute freezes again while the first is not decided', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n]);
  await atCapture(shop, order.captureId, 'reverse', { value: '10.00' });
  await askDue(shop, minutes(31));
  await order.unfreeze();
  await atCapture(shop, order.captureId, 'reverse', { value: '15.00' });
  await askDue(shop, hours(24));
  expect(await order.frozen()).toBe(true);
  expect(await books(shop)).toMatchObject({ losses: -25_00n });
});

test('L what was taken beyond the whole payment is booked once, when what was paid before it is released', async () => {
  const shop = await quiet();
  const order = await bought(shop, [10_00n, 20_00n]);
  const takenBack = ['FIRST', 'SECOND'].map((refundId, i) => ({
    refundId,
    amountMinor: i === 0 ? 30_00n : 10_00n,
  }));
  shop.sandbox.faults.add({ operation: 'disputes', kind: 'issue', times: 'always' });
  await shop.moveClock(minutes(31));
  const taken = { ...lone, status: 'reversed', reversedMinor: 40_00n, takenBack } as const;
  await askAboutCaptures(showing(shop, () => taken));
  expect(await books(shop)).toEqual({ losses: -30_00n, atProvider: 0n });
  expect((await order.release('--amount', '30', '--of', '30')).code).toBe(0);
  expect(await books(shop)).toEqual({ losses: -10_00n, atProvider: 20_00n });
  expect((await order.release('--amount', '10', '--of', '10')).code).toBe(0);
  expect(await books(shop)).toEqual({ losses: 0n, atProvider: 30_00n });
  expect((await order.release()).code).toBe(1);
});

test('L the webhook of a dispute of which a part was released freezes nobody again', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await bought(shop, [10_00n, 20_00n]);
  await atCapture(shop, order.captureId, 'reverse', { value: '10.00' });
  const reversed = await catcher.next('PAYMENT.CAPTURE.REVERSED');
  await atCapture(shop, order.captureId, 'reverse', { value: '5.00' });
  await askDue(shop, minutes(31));
  expect((await order.release('--amount', '10', '--of', '15')).code).toBe(0);
  await order.unfreeze();
  await deliver(shop, reversed);
  await work(shop);
  expect(await order.frozen()).toBe(false);
});

test.each([
  ['release', 0n],
  ['keep', -30_00n],
] as const)(
  'L behind %s nothing is booked or frozen again because the provider shows its order no more',
  async (end, losses) => {
    const shop = await quiet();
    const order = await bought(shop, [10_00n, 20_00n]);
    await atCapture(shop, order.captureId, 'reverse');
    await askDue(shop, minutes(31));
    expect((await order[end]()).code).toBe(0);
    await order.unfreeze();
    for (const status of ['refunded', 'partially_refunded'] as const) {
      await shop.moveClock(hours(24 * 7));
      await askAboutCaptures(showing(shop, () => ({ ...lone, status })));
    }
    expect(await order.frozen()).toBe(false);
    expect(await books(shop)).toMatchObject({ losses });
  },
);
