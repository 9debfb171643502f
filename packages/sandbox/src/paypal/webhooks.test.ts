/** Webhooks: sent again until taken, and every way in which they go wrong. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Api, connectApi } from '../testing/api.ts';
import { openShop, type Shop } from '../testing/shop.ts';

let sandbox: Sandbox;
let api: Api;
let shop: Shop;

beforeAll(async () => {
  sandbox = await startSandbox({ webhookRetryMs: 10 });
  api = await connectApi(sandbox);
});
beforeEach(async () => {
  shop = await openShop();
  sandbox.setWebhookUrl(shop.url);
});
afterEach(async () => {
  sandbox.faults.clear();
  sandbox.setWebhookUrl(undefined);
  await shop[Symbol.asyncDispose]();
});
afterAll(() => sandbox.close());

async function approve(): Promise<string> {
  const id = (await api.create('10.00')) ?? '';
  await api.pull(`orders/${id}/approve`);
  return id;
}

const came = (...types: string[]) => expect.poll(() => shop.types()).toEqual(types);

const approved = 'CHECKOUT.ORDER.APPROVED';
const completed = 'PAYMENT.CAPTURE.COMPLETED';

test('approval, capture, refund and reversal are told, with their resources', async () => {
  const id = await approve();
  await came(approved);
  await api.capture(id);
  await came(approved, completed);
  const [capture] = (await api.get('/__sandbox/captures')) as { id: string }[];
  const path = `/v2/payments/captures/${capture?.id}`;
  await api.post(`${path}/refund`, { amount: { currency_code: 'EUR', value: '1.00' } });
  await came(approved, completed, 'PAYMENT.CAPTURE.REFUNDED');
  await api.pull(`captures/${capture?.id}/reverse`);
  await came(approved, completed, 'PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED');
  expect(JSON.parse(shop.received[1]?.body ?? '')).toMatchObject({
    resource_type: 'capture',
    resource: { id: capture?.id, supplementary_data: { related_ids: { order_id: id } } },
  });
  expect(JSON.parse(shop.received[3]?.body ?? '')).toMatchObject({
    resource_type: 'refund',
    resource: {
      amount: { value: '9.00' },
      links: expect.arrayContaining([expect.objectContaining({ rel: 'up' })]),
    },
  });
  expect(await api.get(path)).toMatchObject({ status: 'REFUNDED' });
});

test('a pending capture is told, and again when it is denied', async () => {
  sandbox.faults.add({ operation: 'capture', kind: 'pending' });
  const id = await approve();
  await came(approved);
  await api.capture(id);
  await came(approved, 'PAYMENT.CAPTURE.PENDING');
  const order = (await api.get(`/__sandbox/orders/${id}`)) as { captureIds: string[] };
  await api.pull(`captures/${order.captureIds[0]}/deny`);
  await came(approved, 'PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.DENIED');
});

test('an event the shop does not take is sent again, signed anew', async () => {
  shop.answers.push(500, 404);
  await approve();
  await came(approved, approved, approved);
  const [first, second, third] = shop.received;
  expect(second?.body).toBe(first?.body);
  expect(third?.headers['paypal-transmission-id']).not.toBe(
    first?.headers['paypal-transmission-id'],
  );
  // The shop has an event a little before the sandbox has its answer.
  const statuses = async () => {
    const sent = (await api.get('/__sandbox/webhooks')) as { id: string; statuses: number[] }[];
    return sent.find(({ id }) => id === first?.event.id)?.statuses;
  };
  await expect.poll(statuses).toEqual([500, 404, 200]);
});

test('a shop that is away gets the event when it is back', async () => {
  await shop[Symbol.asyncDispose]();
  await approve();
  shop = await openShop();
  sandbox.setWebhookUrl(shop.url);
  await came(approved);
});

test('off: nothing is sent', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'off', about: approved });
  const id = await approve();
  await api.capture(id);
  await came(completed);
});

test('duplicate: the same event under other transmissions', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'duplicate', copies: 2 });
  await approve();
  await came(approved, approved, approved);
  const ids = shop.received.map(({ headers }) => headers['paypal-transmission-id']);
  expect(new Set(ids).size).toBe(3);
  expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1);
});

test('replay: the very same transmission, a hundred times at once', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'replay', copies: 100 });
  await approve();
  await expect.poll(() => shop.received).toHaveLength(101);
  const ids = shop.received.slice(1).map(({ headers }) => headers['paypal-transmission-id']);
  expect(new Set(ids).size).toBe(1);
});

test('out of order: an event waits until a later one was taken', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'out_of_order', about: approved });
  const id = await approve();
  await api.capture(id);
  await came(completed, approved);
});

test('delayed: an event waits', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'delay', delayMs: 50, about: approved });
  await approve();
  await came(approved);
  // Longer than this file takes.
  sandbox.faults.add({ operation: 'webhook', kind: 'delay', delayMs: 3_600_000, about: approved });
  await api.capture(await approve());
  await came(approved, completed);
});

test('an event is fired by hand: about a thing, an earlier one, or any text', async () => {
  sandbox.faults.add({ operation: 'webhook', kind: 'off', times: 'always' });
  const id = await approve();
  const fired = await api.pull('webhooks', { event_type: approved, id, copies: 2 });
  expect(fired).toEqual({ statuses: [200, 200] });
  const [earlier] = (await api.get('/__sandbox/webhooks')) as { id: string }[];
  await api.pull('webhooks', { event_id: earlier?.id, forged: true });
  await api.pull('webhooks', { text: '{"id":"WH-1","event_type":"made.up"}' });
  expect(shop.types()).toHaveLength(4);
  expect(shop.types().at(-1)).toBe('made.up');
});
