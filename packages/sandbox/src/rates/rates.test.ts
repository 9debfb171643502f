import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { priceAt } from './coins.ts';
import { dateOf, ratesAt } from './rates.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const get = async (path: string) => {
  const response = await fetch(sandbox.ratesUrl + path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const day = 24 * 60 * 60 * 1000;

test('rates wander a little from day to day and stay believable for ten years', () => {
  const start = Date.parse('2026-01-01T12:00:00Z');
  const euros = Array.from({ length: 3_650 }, (_, i) => ratesAt(start + i * day).EUR ?? 0);
  const steps = euros.slice(1).map((rate, i) => Math.abs(rate / (euros[i] ?? 1) - 1));
  expect(Math.max(...steps)).toBeLessThan(0.012);
  expect(steps.filter((step) => step === 0).length).toBeLessThan(40);
  expect(Math.min(...euros)).toBeGreaterThan(0.88);
  expect(Math.max(...euros)).toBeLessThan(0.96);
});

test('the latest rates are those of the day, from any base', async () => {
  const dollars = await get('/latest?base=USD&symbols=EUR');
  const euros = await get('/latest');
  expect(dollars.body).toMatchObject({ amount: 1, base: 'USD', date: dateOf(Date.now()) });
  const { EUR } = dollars.body.rates as { EUR: number };
  const { USD } = euros.body.rates as { USD: number };
  expect(EUR * USD).toBeCloseTo(1, 4);
});

test('a day and a span of days are the same for everybody', async () => {
  const one = await get('/2026-11-03?base=USD&symbols=EUR');
  const span = await get('/2026-11-01..2026-11-05?base=USD&symbols=EUR');
  const rates = span.body.rates as Record<string, unknown>;
  expect(Object.keys(rates)).toHaveLength(5);
  expect(rates['2026-11-03']).toEqual(one.body.rates);
});

test('a feed can tell the last days of a span alone', async () => {
  const short = await startSandbox({ rateDays: 2 });
  const reply = await fetch(`${short.ratesUrl}/2026-11-01..2026-11-05?base=USD&symbols=EUR`);
  const { rates } = (await reply.json()) as { rates: object };
  expect(Object.keys(rates)).toEqual(['2026-11-04', '2026-11-05']);
  await short.close();
});

test('a history has 24 hours or a noon a day', async () => {
  const hours = await get('/history?base=USD&days=1');
  const days = await get('/history?base=USD&days=30');
  expect(hours.body.points).toHaveLength(25);
  expect(days.body.points).toHaveLength(31);
});

test.each(['/latest?base=XYZ', '/2026-13-01', '/2026-11-05..2026-11-01', '/history?days=0'])(
  '%s is not found',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('rates can be set over HTTP', async () => {
  const response = await fetch(`${sandbox.ratesUrl}/__sandbox/rates`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"EUR":0.5}',
  });
  expect(response.status).toBe(204);
  expect((await get('/latest?base=USD')).body.rates).toMatchObject({ EUR: 0.5 });
  sandbox.setRates(null);
});

const candles = (query: string, product = 'BTC-USD') =>
  get(`/products/${product}/candles?${query}`);
const hour = 'granularity=300&start=2026-03-01T10:00:00Z&end=2026-03-01T11:00:00Z';

test('candles are of whole buckets, newest first, and the same for everybody', async () => {
  const { status, body } = await candles(hour);
  expect(status).toBe(200);
  const rows = body as unknown as number[][];
  expect(rows).toHaveLength(13);
  const start = Date.parse('2026-03-01T11:00:00Z') / 1_000;
  expect(rows.map(([time]) => time)).toEqual(rows.map((_, index) => start - index * 300));
  for (const [, low = 0, high = 0, open = 0, close = 0] of rows) {
    expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
    expect(Math.max(open, close)).toBeLessThanOrEqual(high);
  }
  expect((await candles(hour)).body).toEqual(body);
});

test('coins wander more than currencies and stay believable for ten years', () => {
  const start = Date.parse('2026-01-01T12:00:00Z');
  const prices = Array.from({ length: 3_650 }, (_, i) => priceAt('BTC', start + i * day) ?? 0);
  const steps = prices.slice(1).map((price, i) => Math.abs(price / (prices[i] ?? 1) - 1));
  expect(Math.max(...steps)).toBeLessThan(0.1);
  expect(Math.min(...prices)).toBeGreaterThan(70_000);
  expect(Math.max(...prices)).toBeLessThan(120_000);
});

test('what Coinbase refuses is refused', async () => {
  expect((await candles(hour, 'DOGE-USD')).status).toBe(404);
  expect((await candles(hour.replace('300', '301'))).status).toBe(400);
  expect((await candles(hour.replace('300', '60').replace('T11', 'T16'))).status).toBe(400);
  expect((await candles(hour.replace('T11', 'T09'))).status).toBe(400);
});

test('prices of coins can be set over HTTP', async () => {
  const set = await fetch(`${sandbox.ratesUrl}/__sandbox/coins`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"LTC":77}',
  });
  expect(set.status).toBe(204);
  const rows = (await candles(hour, 'LTC-USD')).body as unknown as number[][];
  expect(rows[0]?.slice(1, 5)).toEqual([77, 77, 77, 77]);
  sandbox.setCoinRates(null);
});
