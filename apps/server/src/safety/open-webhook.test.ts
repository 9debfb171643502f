/** The webhook's address is open to everybody: what a stranger without any account can do with it. */
import { forgotPassword } from '@giftlane/contract/members/accounts.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { isFrozen, makeMember } from '../testing/builders.ts';
import { atProvider, initiated } from '../testing/buying.ts';
import {
  atCapture,
  catchWebhooks,
  deliver,
  eventsDone,
  everyCaptureSettled,
  forgedSignature,
  providerCaptures,
  type Transmission,
} from '../testing/faults.ts';
import { shopForAll, startShop, type TestShop } from '../testing/start-shop.ts';

const send = (
  shop: TestShop,
  id: string,
  {
    headers = forgedSignature,
    padding = 0,
    about = 'X',
  }: { headers?: Record<string, string>; padding?: number; about?: string | undefined } = {},
) =>
  shop.raw('POST', '/webhooks/paypal', {
    body: {
      id,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { id: about, padding: 'x'.repeat(padding) },
    },
    headers,
  });

const stored = (shop: TestShop) =>
  shop.db.one(sql<{ events: number; jobs: number }>`
    select count(*)::int as events, (select count(*)::int from jobs) as jobs
    from provider_events`);

describe('events without a header', () => {
  const shop = shopForAll({ working: false });

  test.each(Object.keys(forgedSignature))(
    'an event without %s is neither kept nor queued',
    async (name) => {
      const without = Object.fromEntries(
        Object.entries(forgedSignature).filter(([key]) => key !== name),
      );
      const tries = [
        without,
        { ...without, [name]: '' },
        { ...without, [name]: 'x'.repeat(1_001) },
      ];
      for (const headers of tries)
        expect((await send(shop(), 'WH-1', { headers })).status).toBe(400);
      expect(await stored(shop())).toEqual({ events: 0, jobs: 0 });
    },
  );
});

test('an event of more than 64 kB is refused; a shorter one about nothing of ours is neither kept nor queued', async () => {
  const shop = await startShop({ working: false });
  expect((await send(shop, 'WH-1', { padding: 65_536 })).status).toBe(413);
  expect((await send(shop, 'WH-2', { padding: 60_000 })).status).toBe(200);
  expect(await stored(shop)).toEqual({ events: 0, jobs: 0 });
});

/** Events of a provider that signs by nothing we can check, about an order. */
async function unproven() {
  const shop = await startShop({ working: false });
  const orders = [await initiated(shop), await initiated(shop)] as const;
  return { shop, orders };
}

test('L three unproven events about an order wait to be verified, and keep out none about another', async () => {
  const { shop, orders } = await unproven();
  const [own, other] = orders.map(({ sPaymentId }) => sPaymentId);
  for (let i = 1; i <= 3; i += 1)
    expect((await send(shop, `WH-${i}`, { about: own })).status).toBe(200);
  const refused = await send(shop, 'WH-4', { about: own });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await send(shop, 'WH-5', { about: other })).status).toBe(200);
  expect(await stored(shop)).toEqual({ events: 4, jobs: 4 });
  // One that was given up on long ago keeps nobody out.
  await shop.db.run(sql`
    update provider_events set received_at = app_now() - interval '4 days' where event_id = 'WH-1'`);
  expect((await send(shop, 'WH-4', { about: own })).status).toBe(200);
});

test('of a forged event nothing is kept but that it was refused', async () => {
  const { shop, orders } = await unproven();
  const about = orders[0].sPaymentId;
  expect((await send(shop, 'WH-1', { about, padding: 10_000 })).status).toBe(200);
  const worker = await shop.work();
  expect(await eventsDone(shop)).toEqual({ 'WH-1': 'refused' });
  await worker.stop();
  const kept = await shop.db.one(sql`
    select headers, octet_length(body) as bytes from provider_events`);
  expect(kept).toEqual({ headers: {}, bytes: 0 });
});

test('events nobody has proven go after all other jobs, and two at a time; proven ones do not', async () => {
  const { shop, orders } = await unproven();
  const anna = await makeMember(shop);
  const about = orders.map(({ sPaymentId }) => sPaymentId);
  for (let i = 0; i < 6; i += 1) await send(shop, `WH-${i}`, { about: about[i % 2] });
  await shop.call(forgotPassword, { body: { sEmail: anna.email } });
  const webhooks = await catchWebhooks(shop);
  await atProvider(shop, orders[0].sPaymentId, 'approve');
  const approval = await webhooks.next('CHECKOUT.ORDER.APPROVED');
  expect(await deliver(shop, approval)).toBe(200);
  const { id } = JSON.parse(approval.body) as { id: string };
  const jobs = await shop.db.rows(sql<{ event: string | null; queue: string; later: boolean }>`
    select payload ->> 'eventId' as event, queue, priority > 0 as later from jobs`);
  const theirs = jobs.filter(({ event }) => event !== null && event !== id);
  expect(theirs).toHaveLength(6);
  expect(theirs.every(({ later }) => later)).toBe(true);
  expect(new Set(theirs.map(({ queue }) => queue)).size).toBe(2);
  const others = jobs.filter((job) => !theirs.includes(job));
  expect(others.map(({ event }) => event)).toContain(id);
  expect(others.filter(({ queue, later }) => later || queue !== '')).toEqual([]);
});

/** Forged posts of a disputing buyer who knows what the provider calls their own payment, from many addresses. */
function floodOf(shop: TestShop, genuine: Transmission) {
  const certs = genuine.headers['paypal-cert-url']?.replace(/CERT-\w+$/, '') ?? '';
  let posts = 0;
  return async function flood() {
    posts += 1;
    const { body, headers } = genuine;
    const forged = [
      { 'paypal-transmission-id': `forged-${posts}` },
      { 'paypal-cert-url': `${certs}CERT-${posts}` },
      { 'paypal-cert-url': `https://evil.example/v1/notifications/certs/${posts}` },
      { 'paypal-auth-algo': 'none' },
      { 'paypal-transmission-time': '2020-01-01T00:00:00Z' },
    ][posts % 5];
    const response = await fetch(`${shop.url}${apiBase}/webhooks/paypal`, {
      method: 'POST',
      headers: {
        ...headers,
        ...forged,
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.${posts % 256}.${(posts >> 8) % 256}`,
      },
      body: body.replace(/"WH-[^"]+"/, `"WH-FORGED-${posts}"`),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

test('L beside a flood of forged events about their own payment a disputing buyer is frozen by the first genuine one, and honest buyers buy', async () => {
  const shop = await startShop();
  const webhooks = await catchWebhooks(shop);
  const buy = async () => {
    const order = await initiated(shop);
    await atProvider(shop, order.sPaymentId, 'approve');
    expect((await order.confirm()).body.data.eStatus).toBe('Delivered');
    return order;
  };
  const disputing = await buy();
  const capture = (await providerCaptures(shop)).find(
    ({ orderId }) => orderId === disputing.sPaymentId,
  );
  const completed = await webhooks.next('PAYMENT.CAPTURE.COMPLETED');
  const flood = floodOf(shop, completed);
  const statuses = new Map<number, number>();
  let over = false;
  const strangers = Array.from({ length: 20 }, async () => {
    while (!over) {
      const status = await flood();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  // The flood is under way before the provider has said anything genuine to this process.
  await expect.poll(() => statuses.size > 0).toBe(true);
  await Promise.all([buy(), buy(), buy()]);
  await atCapture(shop, capture?.id ?? '', 'reverse');
  const reversal = await webhooks.next('PAYMENT.CAPTURE.REVERSED');
  // Before anything was proven a certificate is fetched beside those that strangers name.
  await expect.poll(() => deliver(shop, reversal), { interval: 200 }).toBe(200);
  await expect.poll(() => isFrozen(shop, disputing.anna.id)).toBe(true);
  const next = await initiated(shop);
  await atProvider(shop, next.sPaymentId, 'approve');
  const approval = () => webhooks.caught.find(({ body }) => body.includes(next.sPaymentId));
  await expect.poll(approval).toBeDefined();
  // From then on a genuine event is taken at its first try.
  expect(await deliver(shop, approval() ?? reversal)).toBe(200);
  over = true;
  await Promise.all(strangers);
  expect([...statuses.keys()].filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
  // Little of the flood was kept.
  const { events } = await stored(shop);
  expect(events).toBeLessThan(200);
  await everyCaptureSettled(shop);
});
