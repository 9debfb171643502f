/** The provider's webhooks: forged, altered, many times, too late, in any order (trust programme, L). */
import { showOrder } from '@giftlane/contract/orders.ts';
import { expect, test } from 'vitest';
import { sql } from '../platform/db.ts';
import { hours, minutes } from '../platform/durations.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  catchWebhooks,
  deliver,
  eventsDone,
  everyCaptureSettled,
  runChore,
  type Transmission,
} from '../testing/faults.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

/** An order whose buyer has approved; the webhook that says so is in the test's hands. */
async function approved(shop: TestShop) {
  const webhooks = await catchWebhooks(shop);
  const order = await initiated(shop, { walletMinor: 12_00n });
  await atProvider(shop, order.sPaymentId, 'approve');
  const approval = await webhooks.next('CHECKOUT.ORDER.APPROVED');
  const state = async () => {
    const { anna, body } = order;
    const shown = await shop.call(showOrder, { token: anna.token, params: { id: body.sOrderId } });
    return shown.body.data.eStatus;
  };
  return { shop, order, webhooks, approval, state };
}

/** The money is taken and the answer is lost: both webhooks wait in the test's hands. */
async function captured(shop: TestShop) {
  const { order, webhooks, ...rest } = await approved(shop);
  shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
  expect((await order.confirm()).status).toBe(202);
  const completion = await webhooks.next('PAYMENT.CAPTURE.COMPLETED');
  return { ...rest, order, webhooks, completion };
}

const idOf = ({ body }: Transmission) => (JSON.parse(body) as { id: string }).id;
const withHeader = (from: Transmission, name: string, value: string): Transmission => ({
  ...from,
  headers: { ...from.headers, [`paypal-${name}`]: value },
});

test('a genuine webhook alone completes an approved order', async () => {
  const { shop, approval, state } = await approved(await startShop());
  expect(await deliver(shop, approval)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'handled' });
  expect(await state()).toBe('Delivered');
  await everyCaptureSettled(shop);
});

test.each<[string, (genuine: Transmission) => Transmission]>([
  [
    'of another host’s certificate',
    (one) =>
      withHeader(one, 'cert-url', 'https://evil.example/v1/notifications/certs/CERT-SANDBOX'),
  ],
  [
    'of a certificate that only looks like ours',
    (one) =>
      withHeader(
        one,
        'cert-url',
        `http://127.0.0.1.evil.example/v1/notifications/certs/CERT-SANDBOX`,
      ),
  ],
  [
    'with another signature',
    (one) => withHeader(one, 'transmission-sig', Buffer.alloc(256, 7).toString('base64')),
  ],
  ['of another time', (one) => withHeader(one, 'transmission-time', '2020-01-01T00:00:00Z')],
  ['of another transmission', (one) => withHeader(one, 'transmission-id', crypto.randomUUID())],
  ['of another algorithm', (one) => withHeader(one, 'auth-algo', 'none')],
  ['about another amount', (one) => ({ ...one, body: one.body.replace('18.00', '0.01') })],
  ['with one space more', (one) => ({ ...one, body: one.body.replace('{', '{ ') })],
])('a webhook %s changes nothing', async (_, forge) => {
  const { shop, approval, state } = await approved(await startShop());
  const forged = forge(approval);
  expect(forged).not.toEqual(approval);
  expect(await deliver(shop, forged)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'refused' });
  expect(await state()).toBe('Pending');
});

test.each<[string, (genuine: Transmission) => Transmission]>([
  ['without a signature', (one) => withHeader(one, 'transmission-sig', '')],
  ['without headers', (one) => ({ ...one, headers: {} })],
])('a webhook %s is refused at once', async (_, strip) => {
  const { shop, approval, state } = await approved(await startShop());
  expect(await deliver(shop, strip(approval))).toBe(400);
  expect(await eventsDone(shop)).toEqual({});
  expect(await state()).toBe('Pending');
});

test('a forged webhook under a genuine one’s id does not keep the order from completing', async () => {
  const { shop, approval, state } = await approved(await startShop());
  await deliver(shop, withHeader(approval, 'transmission-id', crypto.randomUUID()));
  await eventsDone(shop);
  expect(await deliver(shop, approval)).toBe(200);
  await shop.moveClock(minutes(2));
  await runChore(shop, 'checkout.reconcile');
  // The working shop may have begun to ask the provider by itself, and passes over nothing twice.
  await expect.poll(state).toBe('Delivered');
  await everyCaptureSettled(shop);
});

test('a webhook replayed 100 times in parallel is one event and one delivery', async () => {
  const { shop, order, completion, state } = await captured(await startShop());
  const statuses = await Promise.all(Array.from({ length: 100 }, () => deliver(shop, completion)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await eventsDone(shop)).toEqual({ [idOf(completion)]: 'handled' });
  expect(await state()).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('every order of events ends in the same delivery', async () => {
  const { shop, order, approval, completion, state } = await captured(await startShop());
  expect(await deliver(shop, completion)).toBe(200);
  await eventsDone(shop);
  expect(await state()).toBe('Delivered');
  expect(await deliver(shop, approval)).toBe(200);
  expect(await deliver(shop, completion)).toBe(200);
  await eventsDone(shop);
  expect(await state()).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('approval, capture and the member’s own confirmation at once are one delivery', async () => {
  const { shop, order, approval, completion, state } = await captured(await startShop());
  await Promise.all([
    deliver(shop, approval),
    order.confirm(),
    deliver(shop, completion),
    runChore(shop, 'checkout.reconcile'),
    order.confirm(),
  ]);
  await eventsDone(shop);
  expect(await state()).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('25 tries of one event over three days are one event and one delivery', async () => {
  const { shop, order, completion, state } = await captured(await startShop());
  for (let attempt = 1; attempt <= 25; attempt += 1) {
    expect(await deliver(shop, completion)).toBe(200);
    await shop.moveClock(hours(3));
  }
  expect(await eventsDone(shop)).toEqual({ [idOf(completion)]: 'handled' });
  expect(await state()).toBe('Delivered');
  expect(await order.anna.balance()).toBe(88_00n);
  await everyCaptureSettled(shop);
});

test('an approval that arrives three days late takes no money: the order lapsed', async () => {
  const { shop, order, approval, state } = await approved(await startShop({ working: false }));
  await shop.moveClock(hours(72));
  await runChore(shop, 'checkout.lapse');
  const worker = await shop.work();
  expect(await deliver(shop, approval)).toBe(200);
  await eventsDone(shop);
  await worker.stop();
  expect(await state()).toBe('Failed');
  expect(await order.anna.balance()).toBe(100_00n);
  await everyCaptureSettled(shop);
});

test('an event that can not be verified now is kept and verified later', async () => {
  const { shop, approval, state } = await approved(await startShop());
  shop.sandbox.faults.add({ operation: 'verify', kind: 'http_500', times: 1 });
  expect(await deliver(shop, approval)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'handled' });
  expect(await state()).toBe('Delivered');
  await everyCaptureSettled(shop);
});

test('genuine events about nothing of ours are kept and change nothing', async () => {
  const { shop, webhooks, approval, state } = await approved(await startShop());
  const other = await initiated(shop);
  await shop.db.run(sql`delete from payment_refs where provider_order_id = ${other.sPaymentId}`);
  await atProvider(shop, other.sPaymentId, 'approve');
  await expect.poll(() => webhooks.caught.length).toBe(2);
  const foreign = webhooks.caught.find((one) => idOf(one) !== idOf(approval)) ?? approval;
  expect(await deliver(shop, foreign)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(foreign)]: 'handled' });
  expect(await state()).toBe('Pending');
});
