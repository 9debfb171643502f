/**
 * What every vendor of the payments port must do, shown on the sandbox's PayPal. By hand it can be
 * pointed at PayPal's own test service; the faults need the sandbox.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { days, hours } from '../../platform/process/durations.ts';
import type { Outcome } from '../outcome.ts';
import { makePayPal } from './paypal/paypal.ts';
import type { Payments } from './port.ts';

let sandbox: Sandbox;
let payments: Payments;

beforeAll(async () => {
  sandbox = await startSandbox({ webhookRetryMs: 20 });
  payments = connect();
});
afterEach(() => {
  sandbox.faults.clear();
  sandbox.setWebhookUrl(undefined);
});
afterAll(() => sandbox.close());

function connect(
  options: { timeoutMs?: number; clientSecret?: string; apiUrl?: string } = {},
): Payments {
  return makePayPal({
    apiUrl: options.apiUrl ?? sandbox.paypalUrl,
    sdkUrl: sandbox.paypalSdkUrl,
    clientId: sandbox.paypalClientId,
    clientSecret: options.clientSecret ?? sandbox.paypalClientSecret,
    webhookId: sandbox.paypalWebhookId,
    timeoutMs: options.timeoutMs ?? 30_000,
  });
}

/** One that does not wait for long where the provider is silent. */
const hasty = () => connect({ timeoutMs: 1_000 });

const payee = 'GIFTLANESANDB';

/** A provider that answers every call with what `answer` says. */
async function answering(answer: (request: IncomingMessage) => Promise<unknown>) {
  const server = createServer(async (request, response) => {
    response.end(JSON.stringify(await answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Made {
  readonly id: string;
  readonly customId: string;
}

const pull = async (path: string, body: unknown = {}) => {
  const response = await fetch(`${sandbox.paypalUrl}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response.json();
};

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.reason}`);
  return outcome.value;
}

const newOrder = (reference: string = randomUUID()) => ({
  reference,
  amountMinor: 12_345n,
  currency: 'eur' as const,
  key: `order:${reference}:create`,
  description: 'Gift cards',
});

async function approvedOrder() {
  const order = newOrder();
  const { providerOrderId } = value(await payments.createOrder(order));
  await pull(`orders/${providerOrderId}/approve`);
  return { ...order, providerOrderId, captureKey: `order:${order.reference}:capture` };
}

async function capturedOrder() {
  const order = await approvedOrder();
  const capture = await payments.capture(order.providerOrderId, { key: order.captureKey });
  return { ...order, captureId: value(capture).captureId };
}

const allCaptures = async (providerOrderId: string) =>
  value(await payments.showOrder(providerOrderId)).captures;

describe('creating an order', () => {
  test('shows what was ordered, from whom and for whom', async () => {
    const order = newOrder();
    const { providerOrderId } = value(await payments.createOrder(order));
    expect(value(await payments.showOrder(providerOrderId))).toEqual({
      providerOrderId,
      reference: order.reference,
      status: 'created',
      amountMinor: 12_345n,
      currency: 'eur',
      payee,
      captures: [],
    });
  });

  test('the same key makes one order', async () => {
    const order = newOrder();
    const both = await Promise.all([payments.createOrder(order), payments.createOrder(order)]);
    expect(both[0]).toEqual(both[1]);
  });

  test('a time-out after success is unknown, and the same key finds the order', async () => {
    const order = newOrder();
    sandbox.faults.add({
      operation: 'create',
      kind: 'silence',
      after: true,
      about: order.reference,
    });
    expect(await hasty().createOrder(order)).toEqual({ kind: 'unknown', reason: 'time-out' });
    const { providerOrderId } = value(await payments.createOrder(order));
    const all = (await (await fetch(`${sandbox.paypalUrl}/__sandbox/orders`)).json()) as Made[];
    const made = all.filter(({ customId }) => customId === order.reference);
    expect(made.map(({ id }) => id)).toEqual([providerOrderId]);
  });

  test('an amount the provider does not take is refused', async () => {
    const order = { ...newOrder(), amountMinor: 0n };
    expect(await payments.createOrder(order)).toEqual({
      kind: 'refused',
      reason: 'cannot_be_zero_or_negative',
    });
  });

  test('an order nobody made is gone', async () => {
    expect(await payments.showOrder('5O190127TN364715T')).toEqual({
      kind: 'refused',
      reason: 'gone',
    });
  });
});

describe('capturing', () => {
  test('takes the money of an approved order', async () => {
    const { providerOrderId, reference, captureKey } = await approvedOrder();
    const capture = value(await payments.capture(providerOrderId, { key: captureKey }));
    expect(capture).toEqual({
      captureId: expect.stringMatching(/^[0-9A-Z]{17}$/),
      providerOrderId,
      reference,
      status: 'completed',
      amountMinor: 12_345n,
      currency: 'eur',
      payee,
      payer: expect.stringMatching(/^[0-9A-Z]{13}$/),
      reversedMinor: 0n,
      takenBack: [],
      givenBackMinor: 0n,
      backShown: true,
    });
    expect(value(await payments.showCapture(capture.captureId))).toEqual(capture);
    expect(value(await payments.showOrder(providerOrderId))).toMatchObject({
      status: 'completed',
      captures: [capture],
    });
  });

  test('twenty at once with the same key and twenty with others are one capture', async () => {
    const { providerOrderId, captureKey } = await approvedOrder();
    const keys = Array.from({ length: 20 }, (_, i) => [captureKey, `${captureKey}:${i}`]).flat();
    const outcomes = await Promise.all(
      keys.map((key) => payments.capture(providerOrderId, { key })),
    );
    const ids = new Set(outcomes.map((outcome) => value(outcome).captureId));
    expect(ids.size).toBe(1);
    expect(await allCaptures(providerOrderId)).toHaveLength(1);
  });

  test('an order the buyer has not approved is not captured', async () => {
    const { providerOrderId } = value(await payments.createOrder(newOrder()));
    expect(await payments.capture(providerOrderId, { key: randomUUID() })).toEqual({
      kind: 'refused',
      reason: 'not_approved',
    });
  });

  test('a declined card is refused, and another card pays the same order', async () => {
    const { providerOrderId } = await approvedOrder();
    await pull(`orders/${providerOrderId}/decline`);
    const outcome = await payments.capture(providerOrderId, { key: randomUUID() });
    expect(outcome).toEqual({ kind: 'refused', reason: 'declined' });
    await pull(`orders/${providerOrderId}/approve`);
    const second = await payments.capture(providerOrderId, { key: randomUUID() });
    expect(value(second).status).toBe('completed');
  });

  test('an order that ended in a declined payment is spent, however often it is asked for', async () => {
    const { providerOrderId, captureKey: key } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'declined_capture' });
    const spent = { kind: 'refused', reason: 'spent' };
    expect(await payments.capture(providerOrderId, { key })).toEqual(spent);
    expect(await payments.capture(providerOrderId, { key: randomUUID() })).toEqual(spent);
  });

  test('an order that is unknown or was dropped is gone', async () => {
    const { providerOrderId } = await approvedOrder();
    await pull(`orders/${providerOrderId}/void`);
    const outcomes = [
      await payments.capture(providerOrderId, { key: randomUUID() }),
      await payments.capture('5O190127TN364715T', { key: randomUUID() }),
    ];
    expect(outcomes).toEqual([
      { kind: 'refused', reason: 'gone' },
      { kind: 'refused', reason: 'gone' },
    ]);
  });

  test('one reference is paid once, whatever orders are made for it', async () => {
    const { reference } = await capturedOrder();
    const again = { ...newOrder(reference), key: randomUUID() };
    const { providerOrderId } = value(await payments.createOrder(again));
    await pull(`orders/${providerOrderId}/approve`);
    const outcome = await payments.capture(providerOrderId, { key: randomUUID() });
    expect(outcome).toEqual({ kind: 'refused', reason: 'declined' });
  });

  test.each(['silence', 'http_500', 'http_429', 'in_progress'] as const)(
    '%s after success is unknown; asking again finds the one capture',
    async (kind) => {
      const { providerOrderId, captureKey } = await approvedOrder();
      sandbox.faults.add({ operation: 'capture', kind, after: true, about: providerOrderId });
      const asking = kind === 'silence' ? hasty() : payments;
      const first = await asking.capture(providerOrderId, { key: captureKey });
      expect(first.kind).toBe('unknown');
      const second = value(await payments.capture(providerOrderId, { key: captureKey }));
      expect(await allCaptures(providerOrderId)).toEqual([second]);
    },
  );

  test('a reset after success is asked again at once, with the same key', async () => {
    const { providerOrderId, captureKey } = await approvedOrder();
    sandbox.faults.add({
      operation: 'capture',
      kind: 'reset',
      after: true,
      about: providerOrderId,
    });
    const capture = value(await payments.capture(providerOrderId, { key: captureKey }));
    expect(await allCaptures(providerOrderId)).toEqual([capture]);
  });

  test('a key that was used for another order is unknown, never a decline', async () => {
    const [first, second] = [await approvedOrder(), await approvedOrder()];
    value(await payments.capture(first.providerOrderId, { key: first.captureKey }));
    expect(await payments.capture(second.providerOrderId, { key: first.captureKey })).toEqual({
      kind: 'unknown',
      reason: 'HTTP 422 DUPLICATE_REQUEST_ID',
    });
  });

  test('two resets are unknown: it does not ask for ever', async () => {
    const { providerOrderId, captureKey } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'reset', times: 2, about: providerOrderId });
    const outcome = await payments.capture(providerOrderId, { key: captureKey });
    expect(outcome.kind).toBe('unknown');
  });

  test('a slow answer within the deadline counts', async () => {
    const { providerOrderId, captureKey } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'delay', delayMs: 100 });
    const outcome = await payments.capture(providerOrderId, { key: captureKey });
    expect(value(outcome).status).toBe('completed');
  });

  test('what was captured is told as it is: one cent less, another currency', async () => {
    const short = await approvedOrder();
    const strange = await approvedOrder();
    sandbox.faults.add({
      operation: 'capture',
      kind: 'wrong_amount',
      about: short.providerOrderId,
    });
    sandbox.faults.add({
      operation: 'capture',
      kind: 'wrong_currency',
      currency: 'USD',
      about: strange.providerOrderId,
    });
    const less = value(await payments.capture(short.providerOrderId, { key: short.captureKey }));
    const other = value(
      await payments.capture(strange.providerOrderId, { key: strange.captureKey }),
    );
    expect(less).toMatchObject({ amountMinor: 12_344n, currency: 'eur' });
    expect(other).toMatchObject({ amountMinor: 12_345n, currency: 'usd' });
  });

  test.each([
    ['whom it paid', 'payee', { payee: '' }],
    ['the account it paid', 'merchant_id', { payee: '' }],
    ['one of its two references', 'custom_id', {}],
    ['the reference', 'custom_id,invoice_id', { reference: '' }],
    ['whose it is', 'supplementary_data', {}],
  ])('an answer may leave out %s', async (_, value, said) => {
    const { providerOrderId, reference, captureKey: key } = await approvedOrder();
    for (const operation of ['capture', 'get', 'get'] as const)
      sandbox.faults.add({ operation, kind: 'without', value });
    const captured = await payments.capture(providerOrderId, { key });
    const whole = { providerOrderId, reference, payee, status: 'completed', amountMinor: 12_345n };
    expect(captured).toMatchObject({ kind: 'done', value: { ...whole, ...said } });
    const { captureId } = (captured as { value: { captureId: string } }).value;
    expect(await payments.showCapture(captureId)).toEqual(captured);
  });

  test('an answer without the amount of the order is completed by asking for the order', async () => {
    const { providerOrderId, reference, captureKey: key } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'without', value: 'amount' });
    expect(await payments.capture(providerOrderId, { key })).toMatchObject({
      kind: 'done',
      value: { reference, payee, status: 'completed', amountMinor: 12_345n },
    });
  });

  test('what is posted as JSON is JSON, so that a strict reader takes it', async () => {
    const bodies: string[] = [];
    await using strict = await answering(async (request) => {
      const body = (await buffer(request)).toString();
      if (request.url?.endsWith('/capture')) bodies.push(body);
      return { access_token: 'a', expires_in: 60 };
    });
    await connect({ apiUrl: strict.url }).capture('5O190127TN364715T', { key: randomUUID() });
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{}]);
  });

  test('a currency that is not ours is unknown, never money', async () => {
    const { providerOrderId, captureKey } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'wrong_currency', currency: 'JPY' });
    const outcome = await payments.capture(providerOrderId, { key: captureKey });
    expect(outcome.kind).toBe('unknown');
  });

  const outcomeWith = async (issue: string) => {
    const { providerOrderId, captureKey } = await approvedOrder();
    sandbox.faults.add({ operation: 'capture', kind: 'issue', value: issue });
    return payments.capture(providerOrderId, { key: captureKey });
  };

  test.each([
    ['declined', 'PAYER_CANNOT_PAY'],
    ['declined', 'TRANSACTION_REFUSED'],
    ['declined', 'CARD_EXPIRED'],
    ['not_approved', 'PAYER_ACTION_REQUIRED'],
    ['gone', 'ORDER_EXPIRED'],
  ])('a refusal we know is %s: %s', async (reason, issue) => {
    expect(await outcomeWith(issue)).toEqual({ kind: 'refused', reason });
  });

  test.each(['ORDER_COMPLETION_IN_PROGRESS', 'PAYEE_ACCOUNT_RESTRICTED', 'SOMETHING_NEW'])(
    'a refusal we do not know is unknown, never a decline: %s',
    async (issue) => {
      expect(await outcomeWith(issue)).toEqual({ kind: 'unknown', reason: `HTTP 422 ${issue}` });
    },
  );

  test('a pending capture comes through later, or is declined', async () => {
    const [good, bad] = [await approvedOrder(), await approvedOrder()];
    sandbox.faults.add({ operation: 'capture', kind: 'pending', times: 2 });
    const first = value(await payments.capture(good.providerOrderId, { key: good.captureKey }));
    const second = value(await payments.capture(bad.providerOrderId, { key: bad.captureKey }));
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    await pull(`captures/${first.captureId}/complete`);
    await pull(`captures/${second.captureId}/deny`);
    expect(value(await payments.showCapture(first.captureId)).status).toBe('completed');
    expect(value(await payments.showCapture(second.captureId)).status).toBe('declined');
  });
});

describe('refunding', () => {
  const refundsOf = async (captureId: string) => {
    const answer = await fetch(`${sandbox.paypalUrl}/__sandbox/captures/${captureId}`);
    return ((await answer.json()) as { refundIds: string[] }).refundIds;
  };
  const refund = (captureId: string, amountMinor: bigint, key: string = randomUUID()) =>
    payments.refund(captureId, { amountMinor, currency: 'eur', key });

  test('gives back a part, then the rest, then nothing more', async () => {
    const { captureId } = await capturedOrder();
    value(await refund(captureId, 2_345n));
    expect(value(await payments.showCapture(captureId)).status).toBe('partially_refunded');
    expect(await refund(captureId, 10_001n)).toEqual({ kind: 'refused', reason: 'too_much' });
    value(await refund(captureId, 10_000n));
    expect(value(await payments.showCapture(captureId))).toMatchObject({
      status: 'refunded',
      reversedMinor: 0n,
    });
    expect(await refund(captureId, 1n)).toEqual({ kind: 'refused', reason: 'too_much' });
  });

  test('the same key refunds once, also after a time-out', async () => {
    const { captureId } = await capturedOrder();
    sandbox.faults.add({ operation: 'refund', kind: 'silence', after: true, about: captureId });
    const once = { amountMinor: 10_000n, currency: 'eur', key: 'the-key' } as const;
    expect((await hasty().refund(captureId, once)).kind).toBe('unknown');
    const { refundId } = value(await refund(captureId, 10_000n, 'the-key'));
    expect(value(await refund(captureId, 10_000n, 'the-key'))).toEqual({ refundId });
    expect(value(await payments.showCapture(captureId)).status).toBe('partially_refunded');
  });

  test.each([
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'TRANSACTION_DISPUTED',
    'PENDING_CAPTURE',
    'DUPLICATE_REQUEST_ID',
    'SOMETHING_NEW',
  ])('what can not be made today is unknown: %s', async (issue) => {
    const { captureId } = await capturedOrder();
    sandbox.faults.add({ operation: 'refund', kind: 'issue', value: issue });
    const reason = `HTTP 422 ${issue}`;
    expect(await refund(captureId, 100n, 'today')).toEqual({ kind: 'unknown', reason });
  });

  test('what will never be made is refused', async () => {
    const { captureId } = await capturedOrder();
    const value = 'REFUND_TIME_LIMIT_EXCEEDED';
    sandbox.faults.add({ operation: 'refund', kind: 'issue', value });
    expect(await refund(captureId, 100n)).toEqual({ kind: 'refused', reason: 'not_allowed' });
  });

  test('a no is not believed when the refund was made', async () => {
    const { captureId } = await capturedOrder();
    sandbox.faults.add({
      operation: 'refund',
      kind: 'issue',
      value: 'REFUND_NOT_ALLOWED',
      after: true,
    });
    const { refundId } = value(await refund(captureId, 12_345n, 'not-believed'));
    const full = await refund(captureId, 12_345n, 'not-believed');
    expect(value(full)).toEqual({ refundId });
    expect((await refund(captureId, 12_345n)).kind).toBe('refused');
  });

  test('asked again, the record is read first: nothing is sent once more', async () => {
    const { captureId } = await capturedOrder();
    const { refundId } = value(await refund(captureId, 100n, 'read-first'));
    sandbox.faults.add({ operation: 'refund', kind: 'http_500', times: 'always' });
    const request = { amountMinor: 100n, currency: 'eur' as const, key: 'read-first' };
    expect(value(await payments.refund(captureId, { ...request, again: true }))).toEqual({
      refundId,
    });
  });

  test('one that waits at the provider is not done before it went through', async () => {
    const { captureId } = await capturedOrder();
    sandbox.faults.add({ operation: 'refund', kind: 'pending', times: 2 });
    const [good, bad] = [await refund(captureId, 100n, 'good'), await refund(captureId, 1n, 'bad')];
    expect([good.kind, bad.kind]).toEqual(['unknown', 'unknown']);
    const [first, second] = await refundsOf(captureId);
    await pull(`refunds/${first}/complete`);
    await pull(`refunds/${second}/fail`);
    expect(value(await refund(captureId, 100n, 'good'))).toEqual({ refundId: first });
    expect(await refund(captureId, 1n, 'bad')).toEqual({ kind: 'refused', reason: 'failed' });
    expect((await refund(captureId, 1n, 'bad-2')).kind).toBe('done');
  });

  test('another currency is not allowed, an unknown capture is gone', async () => {
    const { captureId } = await capturedOrder();
    const dollars = { amountMinor: 100n, currency: 'usd' as const, key: randomUUID() };
    expect(await payments.refund(captureId, dollars)).toEqual({
      kind: 'refused',
      reason: 'not_allowed',
    });
    expect(await refund('2GG279541U471931P', 1n)).toEqual({ kind: 'refused', reason: 'gone' });
    expect(await payments.showCapture('2GG279541U471931P')).toEqual({
      kind: 'refused',
      reason: 'gone',
    });
  });

  test('money the provider took back by itself is a reversal, whole or in part', async () => {
    const [all, some] = [await capturedOrder(), await capturedOrder()];
    value(await refund(some.captureId, 1_000n));
    await pull(`captures/${all.captureId}/reverse`);
    await pull(`captures/${some.captureId}/reverse`, { value: '20.00' });
    expect(value(await payments.showCapture(all.captureId))).toMatchObject({
      status: 'reversed',
      reversedMinor: 12_345n,
    });
    expect(value(await payments.showCapture(some.captureId))).toMatchObject({
      status: 'reversed',
      reversedMinor: 2_000n,
    });
  });
});

describe('the bearer', () => {
  test('one is fetched for many calls', async () => {
    const fresh = connect();
    sandbox.faults.add({ operation: 'token', kind: 'delay', delayMs: 20 });
    sandbox.faults.add({ operation: 'token', kind: 'http_500', times: 'always' });
    const outcomes = await Promise.all([1, 2, 3].map(() => fresh.createOrder(newOrder())));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['done', 'done', 'done']);
  });

  test('a dead one is replaced once', async () => {
    await pull('tokens/revoke').catch(() => undefined);
    expect((await payments.createOrder(newOrder())).kind).toBe('done');
    sandbox.faults.add({ operation: 'create', kind: 'unauthorized', times: 'always' });
    expect(await payments.createOrder(newOrder())).toEqual({ kind: 'unknown', reason: 'HTTP 401' });
  });

  test('one that asks to be left alone is, for a minute at most', async () => {
    const fresh = connect();
    sandbox.faults.add({ operation: 'create', kind: 'http_429', value: '1' });
    expect(await fresh.createOrder(newOrder())).toEqual({ kind: 'unknown', reason: 'HTTP 429' });
    const again = { kind: 'unknown', reason: 'HTTP 429 before' };
    expect(await fresh.createOrder(newOrder())).toEqual(again);
    await expect.poll(async () => (await fresh.createOrder(newOrder())).kind).toBe('done');
  });

  test('wrong credentials are unknown, as is a token that does not come', async () => {
    const stranger = connect({ clientSecret: 'wrong' });
    expect((await stranger.createOrder(newOrder())).kind).toBe('unknown');
    const slow = hasty();
    sandbox.faults.add({ operation: 'token', kind: 'silence' });
    expect((await slow.createOrder(newOrder())).kind).toBe('unknown');
    await expect.poll(async () => (await slow.createOrder(newOrder())).kind).toBe('done');
  });

  test('a provider that is not there is unknown', async () => {
    const nowhere = makePayPal({
      apiUrl: 'http://127.0.0.1:9',
      sdkUrl: 'http://127.0.0.1:9/sdk/js',
      clientId: 'a',
      clientSecret: 'b',
      webhookId: 'c',
      timeoutMs: 500,
    });
    expect((await nowhere.createOrder(newOrder())).kind).toBe('unknown');
  });
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A shop that keeps the webhooks it gets. */
async function listen() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  sandbox.setWebhookUrl(`http://127.0.0.1:${port}/webhook`);
  return {
    received,
    async first() {
      await expect.poll(() => received.length).toBeGreaterThan(0);
      const [webhook] = received;
      if (!webhook) throw new Error('none came');
      return webhook;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('webhooks', () => {
  const verify = ({ headers, body }: Received) => payments.verifyWebhook(headers, body);

  test('a genuine one verifies, byte for byte as it came', async () => {
    await using shop = await listen();
    await approvedOrder();
    const { headers, body } = await shop.first();
    expect(await verify({ headers, body })).toEqual({ kind: 'done', value: true });
    const same = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));
    expect(await verify({ headers, body: same })).toEqual({ kind: 'done', value: false });
  });

  test('a forged one does not: other key, other body, other certificate, other time', async () => {
    await using shop = await listen();
    sandbox.faults.add({ operation: 'webhook', kind: 'forged' });
    await approvedOrder();
    const forged = await shop.first();
    expect(await verify(forged)).toEqual({ kind: 'done', value: false });
    await approvedOrder();
    await expect.poll(() => shop.received).toHaveLength(2);
    const { headers, body } = shop.received[1] ?? forged;
    const alter = (header: string, text: string) => ({
      headers: { ...headers, [header]: text },
      body,
    });
    const altered = [
      { headers, body: Buffer.from(body.toString().replace('123.45', '923.45')) },
      alter('paypal-cert-url', 'http://evil.example/v1/notifications/certs/CERT-SANDBOX'),
      alter('paypal-transmission-time', '2026-01-01T00:00:00Z'),
      alter('paypal-auth-algo', 'none'),
    ];
    const outcomes = await Promise.all(altered.map(verify));
    expect(outcomes).toEqual(altered.map(() => ({ kind: 'done', value: false })));
  });

  test('one is judged by its signature for a week, and an hour before its time', async () => {
    await using shop = await listen();
    await approvedOrder();
    const { headers, body } = await shop.first();
    const judged = (fetching = false) => payments.judgeWebhook(headers, body, { fetching });
    expect(await judged(true)).toBe('genuine');
    const madeAt = Date.parse(String(headers['paypal-transmission-time']));
    const clock = vi.spyOn(Date, 'now');
    const judgedAfter = (ageMs: number) => {
      clock.mockReturnValue(madeAt + ageMs);
      return judged();
    };
    const outcomes = [
      await judgedAfter(days(7) - 1),
      await judgedAfter(days(7)),
      await judgedAfter(1 - hours(1)),
      await judgedAfter(-hours(1)),
    ];
    clock.mockRestore();
    expect(outcomes).toEqual(['genuine', 'forged', 'genuine', 'forged']);
  });

  test('what can not be a webhook is false without asking', async () => {
    sandbox.faults.add({ operation: 'verify', kind: 'http_500', times: 'always' });
    await using shop = await listen();
    await approvedOrder();
    const { headers, body } = await shop.first();
    const odd: Received[] = [
      { headers: {}, body },
      { headers, body: Buffer.from('') },
      { headers, body: Buffer.from('[]') },
      { headers, body: Buffer.from('{"a":1},"webhook_id":"x","b":{}') },
      { headers, body: Buffer.from([0x7b, 0xff, 0x7d]) },
      { headers: { ...headers, 'paypal-transmission-sig': 'x'.repeat(5_000) }, body },
    ];
    const outcomes = await Promise.all(odd.map(verify));
    expect(outcomes).toEqual(odd.map(() => ({ kind: 'done', value: false })));
  });

  test('a provider that can not say leaves it unknown', async () => {
    await using shop = await listen();
    await approvedOrder();
    const webhook = await shop.first();
    sandbox.faults.add({ operation: 'verify', kind: 'http_500' });
    sandbox.faults.add({ operation: 'verify', kind: 'silence' });
    expect((await verify(webhook)).kind).toBe('unknown');
    expect((await hasty().verifyWebhook(webhook.headers, webhook.body)).kind).toBe('unknown');
    expect(await verify(webhook)).toEqual({ kind: 'done', value: true });
  });
});

describe('the browser', () => {
  test("finds the provider's script for a currency", async () => {
    const url = new URL(payments.scriptUrl('gbp'));
    expect(`${url.origin}${url.pathname}`).toBe(sandbox.paypalSdkUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'client-id': payments.clientId,
      currency: 'GBP',
      intent: 'capture',
      components: 'buttons',
    });
    const script = await fetch(url);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toContain('window.paypal');
  });
});
