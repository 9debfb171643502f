/** A frozen account: nothing more is taken from it, and nothing handed out. */

import { lockAccount } from '@giftlane/contract/members/security.ts';
import { cancelOrder, initiate, pay } from '@giftlane/contract/shop/checkout.ts';
import { downloadCodes, showOrder, viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../../cli/run.testing.ts';
import { balanceOf, heldOf } from '../../../ledger/ledger.ts';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import {
  isFrozen,
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../../../testing/builders.ts';
import { atProvider, initiated } from '../../../testing/buying.ts';
import {
  atCapture,
  captureLate,
  everyCaptureSettled,
  inDashboard,
  providerCaptures,
  runChore,
} from '../../../testing/faults.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { freeze } from '../../accounts/accounts.ts';
import { settle } from '../../points/points.testing.ts';
import { begun } from '../capture/top-up.testing.ts';

type Order = Awaited<ReturnType<typeof initiated>>;

const freezeBuyer = (shop: TestShop, { anna }: Order) =>
  shop.db.tx((tx) => freeze(tx, anna.id, 'payment X was reversed'));

/** An order of 30.00, 12.00 of it held from the wallet, approved at the provider; no webhook comes. */
async function approved() {
  const shop = await startShop({ working: false });
  const order = await initiated(shop, { walletMinor: 12_00n, codes: 3 });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  await atProvider(shop, order.sPaymentId, 'approve');
  return { shop, order };
}

async function stateOf(shop: TestShop, { anna, body }: Order): Promise<string> {
  const reply = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
  return reply.body.data.eStatus;
}

async function lapse(shop: TestShop): Promise<void> {
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.lapse');
}

test('a frozen member’s order is not captured, neither by her nor by the reconciler', async () => {
  const { shop, order } = await approved();
  await freezeBuyer(shop, order);
  const reply = await order.confirm();
  expect([reply.status, reply.body.code]).toEqual([403, 'account.frozen']);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await providerCaptures(shop)).toEqual([]);
  expect(await balanceOf(shop.db, heldOf(order.anna.id, 'usd'))).toBe(12_00n);
});

test('what its owner has frozen spends nothing through an order that was begun before, and takes money in', async () => {
  const { shop, order } = await approved();
  const { anna } = order;
  const topUp = await begun(shop, anna);
  await topUp.approve();
  await shop.call(lockAccount, { token: anna.token });
  const reply = await order.confirm();
  expect([reply.status, reply.body.code]).toEqual([403, 'account.locked']);
  expect((await topUp.add()).status).toBe(200);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  expect(await providerCaptures(shop)).toHaveLength(1);
  await lapse(shop);
  expect(await stateOf(shop, order)).toBe('Failed');
});

test('11 a frozen member’s unpaid order lapses like any other', async () => {
  const { shop, order } = await approved();
  await freezeBuyer(shop, order);
  await order.confirm();
  await lapse(shop);
  expect([await stateOf(shop, order), await order.anna.balance()]).toEqual(['Failed', 100_00n]);
});

test('11 a claim from before the freeze is given up when the provider took nothing', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500' });
  expect((await order.confirm()).status).toBe(202);
  await freezeBuyer(shop, order);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  await lapse(shop);
  expect(await providerCaptures(shop)).toEqual([]);
  expect([await stateOf(shop, order), await order.anna.balance()]).toEqual(['Failed', 100_00n]);
});

test('5 money the provider took before the freeze pays; its codes wait', async () => {
  const { shop, order } = await approved();
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  expect((await order.confirm()).status).toBe(202);
  await freezeBuyer(shop, order);
  expect((await order.confirm()).status).toBe(202);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Processing');
  const codes = await shop.db.rows(sql`
    select state from codes where card_id = ${order.card.id} group by state`);
  expect(codes).toEqual([{ state: 'reserved' }]);
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Delivered');
});

test('11 late money of a frozen member goes back, and her wallet is not touched', async () => {
  const { shop, order } = await approved();
  await lapse(shop);
  await freezeBuyer(shop, order);
  shop.sandbox.faults.clear();
  await captureLate(shop, order.sPaymentId);
  const worker = await shop.work();
  await expect
    .poll(async () => (await shop.db.rows(sql`select 1 from payment_captures`)).length)
    .toBe(1);
  await everyCaptureSettled(shop);
  await worker.stop();
  expect(await providerCaptures(shop)).toMatchObject([{ status: 'REFUNDED' }]);
  expect(await order.anna.balance()).toBe(100_00n);
});

/** The provider takes the order's money back and says so. */
async function reverse(shop: TestShop, order: Order): Promise<void> {
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
}

test('4 codes are neither viewed nor downloaded once their payment was taken back', async () => {
  const shop = await startShop();
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  const { data } = (await order.confirm()).body;
  await reverse(shop, order);
  const asked = { token: order.anna.token, params: { id: data._id } };
  const cardId = data.aCartData[0]?.aCardCode[0]?._id ?? '';
  const seen = await shop.call(viewCard, { ...asked, body: { cardId } });
  const loaded = await shop.call(downloadCodes, { ...asked, body: { sPassword: testPassword } });
  expect([seen.status, seen.body.code]).toEqual([403, 'account.frozen']);
  expect([loaded.status, loaded.body.code]).toEqual([403, 'account.frozen']);
  const viewed = await shop.db.rows(sql`select 1 from codes where viewed_at is not null`);
  expect(viewed).toEqual([]);
});

test('a frozen member sees no codes, whatever became of the payment of their order', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 10_00n });
  const card = await makeCard(shop);
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  const { data } = (await shop.call(pay, { token: anna.token, body })).body;
  await shop.db.tx((tx) => freeze(tx, anna.id, 'payment X was reversed'));
  const seen = await shop.call(viewCard, {
    token: anna.token,
    params: { id: data._id },
    body: { cardId: data.aCartData[0]?.aCardCode[0]?._id ?? '' },
  });
  expect([seen.status, seen.body.code]).toEqual([403, 'account.frozen']);
});

/** An order that waits for codes when the provider takes its money back. */
async function waitsTakenBack() {
  const shop = await startShop();
  const order = await initiated(shop, { codes: 3 });
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${order.card.id}`);
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).body.data.eStatus).toBe('Processing');
  await reverse(shop, order);
  return { shop, order };
}

test('an order that waits for codes gets none after its payment was taken back', async () => {
  const { shop, order } = await waitsTakenBack();
  await loadCodes(shop, order.card.id, 3);
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Processing');
  const { free } = await shop.db.one(sql<{ free: number }>`
    select count(*)::int as free from codes where card_id = ${order.card.id} and state = 'free'`);
  expect(free).toBe(3);
});

test('nor once a person has ended the freeze, until the provider has paid after all', async () => {
  const { shop, order } = await waitsTakenBack();
  await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
  await loadCodes(shop, order.card.id, 3);
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Processing');
  const { id } = await shop.db.one(sql<{ id: string }>`select id from orders`);
  const told = await runOn(shop, 'order', 'show', id);
  expect(told.stdout).toContain('its payment is gone');
  const listed = () => runOn(shop, 'frozen', 'list');
  expect((await listed()).stdout).toContain(
    `30.00 usd of member ${order.anna.id}, order ${id} waits`,
  );
  const [capture] = await providerCaptures(shop);
  const release = () => runOn(shop, 'frozen', 'release', capture?.id ?? '');
  expect((await release()).stdout).toContain(`the payment of ${id}`);
  expect((await release()).code).toBe(1);
  expect((await listed()).stdout).toBe('');
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Delivered');
});

test('or until the house bears what is gone', async () => {
  const { shop, order } = await waitsTakenBack();
  await runOn(shop, 'member', 'unfreeze', order.anna.email);
  const [capture] = await providerCaptures(shop);
  const kept = await runOn(shop, 'frozen', 'keep', capture?.id ?? '');
  expect(kept.stdout).toContain("the house's loss");
  await loadCodes(shop, order.card.id, 3);
  await runChore(shop, 'checkout.deliver');
  expect(await stateOf(shop, order)).toBe('Delivered');
});

/** The provider is asked about what is due half an hour later. */
async function askDue(shop: TestShop): Promise<void> {
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.captures');
}

/** Two cards paid by card: one with cashback that is here, and one that waits for its code. */
async function halfWaits(shop: TestShop) {
  const anna = await makeMember(shop);
  const [here, away] = [
    await makeCard(shop, { priceMinor: 10_00n, codes: 1, cashbackBp: 1000 }),
    await makeCard(shop, { priceMinor: 20_00n, codes: 1 }),
  ];
  const body = {
    ...orderBody(anna, { card: here, totalMinor: 30_00n, gateway: 'PayPal' }),
    aCartData: [here, away].map(({ id }) => ({ iGiftCardId: id, nQuantity: 1 })),
  };
  const { sPayerId: _, ...wish } = body;
  const { token } = anna;
  const { sPaymentId } = (await shop.call(initiate, { token, body: wish })).body.data;
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${away.id}`);
  await atProvider(shop, sPaymentId, 'approve');
  const { data } = (await shop.call(pay, { token, body: { ...body, sPaymentId } })).body;
  expect(data.eStatus).toBe('Processing');
  const [capture] = await providerCaptures(shop);
  return { anna, body, id: data._id, captureId: capture?.id ?? '' };
}

test('what a buyer kept of an order earns its cashback once the provider has paid after all', async () => {
  const shop = await startShop();
  const { anna, body, id, captureId } = await halfWaits(shop);
  const { token } = anna;
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  await expect.poll(() => isFrozen(shop, anna.id)).toBe(true);
  await runOn(shop, 'member', 'unfreeze', anna.email);
  // What waits is given back; the rest is delivered, and earns nothing meanwhile.
  const cancelled = await shop.call(cancelOrder, { token, body: { sOrderId: body.sOrderId } });
  expect(cancelled.status).toBe(200);
  await expect
    .poll(async () => (await shop.call(showOrder, { token, params: { id } })).body.data.eStatus)
    .toBe('Delivered');
  await everyCaptureSettled(shop);
  expect(await anna.balance()).toBe(0n);
  expect((await runOn(shop, 'frozen', 'release', captureId)).code).toBe(0);
  await shop.moveClock(minutes(31));
  await expect.poll(() => anna.balance(), { timeout: 15_000 }).toBe(1_00n);
});

test('or once it has said that the shop itself gave the money that is gone', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const { anna, body, captureId } = await halfWaits(shop);
  await inDashboard(shop, captureId, '1.00');
  // Nobody says whose deed that was, until what waits was given back and the rest delivered.
  shop.sandbox.faults.add({ operation: 'disputes', kind: 'http_500' });
  await askDue(shop);
  await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: body.sOrderId } });
  await settle(shop);
  expect(await anna.balance()).toBe(0n);
  await askDue(shop);
  await settle(shop);
  expect([await anna.balance(), await isFrozen(shop, anna.id)]).toEqual([1_00n, false]);
});
