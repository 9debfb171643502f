/** The provider's webhooks: forged, altered, many times, too late, in any order (trust programme, L). */
import { showOrder } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openShop } from '../app.ts';
import { sql } from '../platform/db/db.ts';
import { days, hours, minutes } from '../platform/process/durations.ts';
import { isFrozen } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  atCapture,
  catchWebhooks,
  deliver,
  eventsDone,
  everyCaptureSettled,
  providerCaptures,
  runChore,
  type Transmission,
} from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../testing/start-shop.ts';

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

test('what the shop knows already asks the provider nothing', async () => {
  const shop = await startShop();
  const { order, webhooks, approval, state } = await approved(shop);
  expect((await order.confirm()).status).toBe(200);
  const completion = await webhooks.next('PAYMENT.CAPTURE.COMPLETED');
  shop.sandbox.faults.add({ operation: 'get', kind: 'http_500', times: 'always' });
  for (const event of [approval, completion]) expect(await deliver(shop, event)).toBe(200);
  expect(await eventsDone(shop)).toEqual({
    [idOf(approval)]: 'handled',
    [idOf(completion)]: 'handled',
  });
  expect(await state()).toBe('Delivered');
});

type Forgery = [string, 200 | 400, (genuine: Transmission) => Transmission];

const forgeries: readonly Forgery[] = [
  [
    'of another host’s certificate',
    200,
    (one) => withHeader(one, 'cert-url', 'https://evil.example/v1/notifications/certs/CERT-1'),
  ],
  [
    'of a certificate that only looks like ours',
    200,
    (one) =>
      withHeader(one, 'cert-url', `http://127.0.0.1.evil.example/v1/notifications/certs/CERT-1`),
  ],
  [
    'with another signature',
    400,
    (one) => withHeader(one, 'transmission-sig', Buffer.alloc(256, 7).toString('base64')),
  ],
  ['of another time', 200, (one) => withHeader(one, 'transmission-time', '2020-01-01T00:00:00Z')],
  [
    'of a time to come',
    200,
    (one) => withHeader(one, 'transmission-time', new Date(Date.now() + hours(2)).toISOString()),
  ],
  [
    'of another transmission',
    400,
    (one) => withHeader(one, 'transmission-id', crypto.randomUUID()),
  ],
  ['of another algorithm', 200, (one) => withHeader(one, 'auth-algo', 'none')],
  ['about another amount', 400, (one) => ({ ...one, body: one.body.replace('18.00', '0.01') })],
  ['with one space more', 400, (one) => ({ ...one, body: one.body.replace('{', '{ ') })],
];

/** Brings the altered webhook to the shop: it is told so, and nothing changes. */
async function changesNothing(shop: TestShop, [, told, forge]: Forgery): Promise<void> {
  const { approval, state } = await approved(shop);
  const forged = forge(approval);
  expect(forged).not.toEqual(approval);
  expect(await deliver(shop, forged)).toBe(told);
  // What can not be checked here is asked about.
  const outcome = (await eventsDone(shop))[idOf(approval)];
  expect(outcome).toBe(told === 200 ? 'refused' : undefined);
  expect(await state()).toBe('Pending');
}

const title =
  'a webhook %s changes nothing at a shop that does not know yet how its provider signs (%d)';

// The answers of the last tests show that the shop they share has not learned it meanwhile.
describe('webhooks a shop can not check, or need not', () => {
  const shared = shopForAll();

  test.each<[string, (genuine: Transmission) => Transmission]>([
    ['without a signature', (one) => withHeader(one, 'transmission-sig', '')],
    ['without headers', (one) => ({ ...one, headers: {} })],
  ])('a webhook %s is refused at once', async (_, strip) => {
    const { shop, approval, state } = await approved(shared());
    expect(await deliver(shop, strip(approval))).toBe(400);
    expect(await eventsDone(shop)).not.toHaveProperty(idOf(approval));
    expect(await state()).toBe('Pending');
  });

  test.each(forgeries.filter(([, told]) => told === 200))(title, (...forgery) =>
    changesNothing(shared(), forgery),
  );
});

// To check one, the shop asks how its provider signs: it knows then.
test.each(forgeries.filter(([, told]) => told === 400))(title, async (...forgery) =>
  changesNothing(await startShop(), forgery),
);

test('L once the provider is known to sign, what it did not sign is neither kept nor asked about', async () => {
  const { shop, order, webhooks, approval } = await approved(await startShop());
  expect(await deliver(shop, approval)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'handled' });
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  const reversal = await webhooks.next('PAYMENT.CAPTURE.REVERSED');
  shop.sandbox.faults.add({ operation: 'verify', kind: 'http_500', times: 'always' });
  shop.sandbox.faults.add({ operation: 'certificate', kind: 'http_500', times: 'always' });
  const elsewhere = approval.headers['paypal-cert-url']?.replace(/CERT-\w+/, 'CERT-OTHER') ?? '';
  const forged = [
    ...forgeries.map(([, , forge]) => forge(reversal)),
    withHeader(reversal, 'transmission-sig', 'b'),
    { ...reversal, body: reversal.body.replace('REVERSED', 'REFUNDED') },
  ];
  const statuses = await Promise.all(forged.map((one) => deliver(shop, one)));
  expect(statuses).toEqual(forged.map(() => 400));
  // A certificate that can not be had now may be a new one: it is to be sent again.
  expect(await deliver(shop, withHeader(reversal, 'cert-url', elsewhere))).toBe(503);
  expect(Object.keys(await eventsDone(shop))).toEqual([idOf(approval)]);
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
  expect(await deliver(shop, reversal)).toBe(200);
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
});

test('L a process that begins has the certificate at hand before strangers can name others', async () => {
  const { shop, order, webhooks, approval } = await approved(await startShop());
  expect(await deliver(shop, approval)).toBe(200);
  await eventsDone(shop);
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  const reversal = await webhooks.next('PAYMENT.CAPTURE.REVERSED');
  const other = await openShop(shop.config);
  onTestFinished(() => other.close());
  const url = await other.http.app.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = reversal;
  const named = (id: string) =>
    withHeader(reversal, 'cert-url', headers['paypal-cert-url']?.replace(/CERT-\w+/, id) ?? '');
  const strangers = Array.from({ length: 200 }, (_, i) => deliver({ url }, named(`CERT-${i}`)));
  const statuses = await Promise.all([...strangers, deliver({ url }, reversal)]);
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.slice(0, -1).filter((status) => status === 200)).toEqual([]);
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
});

test('L a genuine webhook that somebody kept for a week is nothing any more; until then it is taken', async () => {
  const { shop, order, webhooks, approval } = await approved(await startShop());
  expect(await deliver(shop, approval)).toBe(200);
  await eventsDone(shop);
  const [capture] = await providerCaptures(shop);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  const reversal = await webhooks.next('PAYMENT.CAPTURE.REVERSED');
  const deliverAfter = async (ageMs: number) => {
    const madeAt = Date.parse(reversal.headers['paypal-transmission-time'] ?? '');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(madeAt + ageMs);
    const status = await deliver(shop, reversal).finally(() => clock.mockRestore());
    return status;
  };
  const statuses = [await deliverAfter(days(7) + minutes(1)), await deliverAfter(-hours(1))];
  expect(statuses).toEqual([400, 400]);
  expect(Object.keys(await eventsDone(shop))).toEqual([idOf(approval)]);
  expect(await isFrozen(shop, order.anna.id)).toBe(false);
  expect(await deliverAfter(days(7) - minutes(1))).toBe(200);
  await expect.poll(() => isFrozen(shop, order.anna.id)).toBe(true);
});

test('a forged webhook under a genuine one’s id does not keep the genuine one out', async () => {
  const { shop, approval, state } = await approved(await startShop());
  expect(await deliver(shop, withHeader(approval, 'auth-algo', 'none'))).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'refused' });
  expect(await deliver(shop, approval)).toBe(200);
  expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'handled' });
  expect(await state()).toBe('Delivered');
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
  // It was kept, and handled, when it came first.
  const { old } = await shop.db.one(sql<{ old: boolean }>`
    select received_at < app_now() - interval '3 days' as old from provider_events`);
  expect(old).toBe(true);
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

longTest(
  'an event of a provider without certificates is asked about, later if it has no answer now',
  async () => {
    const { shop, approval, state } = await approved(await startShop());
    shop.sandbox.faults.add({ operation: 'certificate', kind: 'issue', times: 'always' });
    shop.sandbox.faults.add({ operation: 'verify', kind: 'http_500', times: 1 });
    expect(await deliver(shop, approval)).toBe(200);
    expect(await eventsDone(shop)).toEqual({ [idOf(approval)]: 'handled' });
    expect(await state()).toBe('Delivered');
    await everyCaptureSettled(shop);
  },
);

test('genuine events about nothing of ours change nothing', async () => {
  const { shop, webhooks, approval, state } = await approved(await startShop());
  const other = await initiated(shop);
  await shop.owner.run(sql`delete from payment_refs where provider_order_id = ${other.sPaymentId}`);
  await atProvider(shop, other.sPaymentId, 'approve');
  await expect.poll(() => webhooks.caught.length).toBe(2);
  const foreign = webhooks.caught.find((one) => idOf(one) !== idOf(approval)) ?? approval;
  expect(await deliver(shop, foreign)).toBe(200);
  expect(await eventsDone(shop)).toEqual({});
  expect(await state()).toBe('Pending');
  expect(await deliver(shop, approval)).toBe(200);
  expect(await deliver(shop, foreign)).toBe(200);
  expect(await eventsDone(shop)).toEqual({
    [idOf(approval)]: 'handled',
    [idOf(foreign)]: 'handled',
  });
  expect(await state()).toBe('Delivered');
});
