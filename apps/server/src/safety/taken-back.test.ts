/** Money the provider takes back without a word: the schedule finds out (trust programme, L). */
import { showOrder, viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { runOn } from '../cli/run.testing.ts';
import { askAboutCaptures } from '../features/checkout/disputes/taken-back.ts';
import { house } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { days, hours, minutes } from '../platform/process/durations.ts';
import { houseBalance, isFrozen } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  atCapture,
  catchWebhooks,
  deliver,
  eventsDone,
  everyCaptureSettled,
  inDashboard,
  providerCaptures,
  runChore,
  showing,
} from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/** A delivered order by card, at a provider that sends no webhooks. */
async function delivered() {
  const shop = await startShop({ working: false });
  shop.sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
  const [capture] = await providerCaptures(shop);
  const captureId = capture?.id ?? '';
  const askLater = async (afterMs: number) => {
    await shop.moveClock(afterMs);
    await runChore(shop, 'checkout.captures');
  };
  const frozen = () => isFrozen(shop, order.anna.id);
  return { shop, order, captureId, askLater, frozen };
}

const codesIn = async (shop: TestShop) =>
  (
    await shop.db.rows(sql<{ state: string }>`
      select distinct state from codes where state <> 'free'`)
  ).map(({ state }) => state);

test('L a dispute of which no webhook tells freezes within the hour, and is booked', async () => {
  const { shop, captureId, askLater, frozen } = await delivered();
  await atCapture(shop, captureId, 'reverse');
  await askLater(minutes(29));
  expect(await frozen()).toBe(false);
  await askLater(minutes(2));
  expect(await frozen()).toBe(true);
  await everyCaptureSettled(shop);
});

test('L money that was given back in the provider’s dashboard freezes nobody; what nobody looked at is refunded', async () => {
  const { shop, order, captureId, askLater, frozen } = await delivered();
  await inDashboard(shop, captureId);
  await askLater(minutes(31));
  const worker = await shop.work();
  await everyCaptureSettled(shop);
  expect(await frozen()).toBe(false);
  const shown = await shop.call(showOrder, {
    token: order.anna.token,
    params: { id: order.body.sOrderId },
  });
  expect(shown.body.data).toMatchObject({
    eStatus: 'Refunded',
    sNotice: 'We refunded this order.',
  });
  expect(await codesIn(shop)).toEqual(['void']);
  // Asked about again, nothing more moves: the wallet has its share, the card what the dashboard gave.
  await askLater(hours(2));
  await worker.stop();
  expect(await order.anna.balance()).toBe(100_00n);
  expect(await houseBalance(shop, house('losses', 'usd'))).toBe(0n);
  expect(await houseBalance(shop, house('refunds_payable', 'usd'))).toBe(0n);
});

test('L of what was given back in the dashboard a code that was looked at stays delivered, and is the house’s loss', async () => {
  const { shop, order, captureId, askLater, frozen } = await delivered();
  const { token } = order.anna;
  const params = { id: order.body.sOrderId };
  const { data } = (await shop.call(showOrder, { token, params })).body;
  const cardId = data.aCartData[0]?.aCardCode[0]?._id ?? '';
  await shop.call(viewCard, { token, params: { id: data._id }, body: { cardId } });
  await inDashboard(shop, captureId);
  await askLater(minutes(31));
  await everyCaptureSettled(shop);
  expect(await frozen()).toBe(false);
  expect((await shop.call(showOrder, { token, params })).body.data.eStatus).toBe('Delivered');
});

test.each([
  ['will not say whether there is a dispute', 'issue', true],
  ['can not say so now', 'http_500', false],
] as const)(
  'L a provider that %s is believed the worse, once it has answered',
  async (_, kind, now) => {
    const { shop, captureId, askLater, frozen } = await delivered();
    shop.sandbox.faults.add({ operation: 'disputes', kind });
    await atCapture(shop, captureId, 'reverse', { value: '5.00' });
    await askLater(minutes(31));
    expect(await frozen()).toBe(now);
    await askLater(minutes(6));
    expect(await frozen()).toBe(true);
  },
);

test('L the webhook of a dispute freezes, also where the provider listed none when it was asked', async () => {
  const shop = await startShop({ working: false });
  const catcher = await catchWebhooks(shop);
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  await order.confirm();
  const [capture] = await providerCaptures(shop);
  const captureId = capture?.id ?? '';
  await atCapture(shop, captureId, 'reverse', { value: '5.00' });
  shop.sandbox.faults.add({ operation: 'disputes', kind: 'without', value: 'items' });
  await shop.moveClock(minutes(31));
  await runChore(shop, 'checkout.captures');
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
  await deliver(shop, await catcher.next('PAYMENT.CAPTURE.REVERSED'));
  const worker = shop.work();
  await eventsDone(shop);
  await worker.stop();
  expect(await isFrozen(shop, order.anna.id)).toBe(true);
  // It is as open as if it had been known at once.
  expect((await runOn(shop, 'frozen', 'release', captureId)).stdout).toContain('5.00 usd');
  expect(await houseBalance(shop, house('losses', 'usd'))).toBe(0n);
});

test('L a capture is asked about often at first, ever more rarely, and no more after half a year', async () => {
  const { shop, askLater } = await delivered();
  const next = async () => {
    const { hours } = await shop.db.one(sql<{ hours: number | null }>`
      select (extract(epoch from ask_at - app_now()) / 3600)::float8 as hours from payment_captures`);
    return hours;
  };
  await askLater(minutes(31));
  expect(await next()).toBeCloseTo(0.5, 1);
  await askLater(days(4));
  expect(await next()).toBeCloseTo(24, 0);
  await askLater(days(100));
  expect(await next()).toBeCloseTo(14 * 24, 0);
  await askLater(days(80));
  expect(await next()).toBe(null);
});

test('L whoever dies between a loss and the question who took it leaves the question to others, soon', async () => {
  const { shop, captureId, askLater, frozen } = await delivered();
  const { checkout } = shop;
  await shop.moveClock(days(100));
  await atCapture(shop, captureId, 'reverse');
  const dies = async () => Promise.reject(new Error('killed'));
  const dying = { ...checkout, payments: { ...checkout.payments, isDisputed: dies } };
  await shop.db.run(sql`update payment_captures set ask_at = app_now()`);
  for (const parts of [dying, dying]) await askAboutCaptures(parts);
  expect(await frozen()).toBe(false);
  await askLater(minutes(6));
  expect(await frozen()).toBe(true);
});

test('L several processes share what is to be asked about: each capture once', async () => {
  const { shop, askLater } = await delivered();
  shop.sandbox.faults.add({ operation: 'get', kind: 'http_500', times: 1 });
  await shop.moveClock(minutes(31));
  await Promise.all([1, 2, 3, 4].map(() => runChore(shop, 'checkout.captures')));
  // The one try failed, and the others did not ask.
  const { soon } = await shop.db.one(sql<{ soon: boolean }>`
    select ask_at < app_now() + interval '6 minutes' as soon from payment_captures`);
  expect(soon).toBe(true);
  await askLater(minutes(6));
});

test('L a dispute of a payment whose order the provider does not show any more freezes, too', async () => {
  const { shop, captureId, frozen } = await delivered();
  await atCapture(shop, captureId, 'reverse');
  // As `loneCapture` reads it: REFUNDED by its own word, and by whom nobody says.
  const lone = showing(shop, () => ({
    status: 'refunded',
    reversedMinor: 0n,
    takenBack: [],
    givenBackMinor: 0n,
    backShown: false,
  }));
  await shop.moveClock(minutes(31));
  await askAboutCaptures(lone);
  expect(await frozen()).toBe(true);
  // Nothing is left of it: that is booked, and can be decided.
  expect((await runOn(shop, 'frozen', 'keep', captureId)).code).toBe(0);
});
