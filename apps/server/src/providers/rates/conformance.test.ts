/** What every vendor of the rates port must do, shown on the sandbox's feeds. */
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeCoinbase } from './coinbase/coinbase.ts';
import { makeFeed } from './feed/feed.ts';
import type { CoinRates, PriceStep, Rates } from './port.ts';

let sandbox: Sandbox;
let rates: Rates;
let coinRates: CoinRates;

beforeAll(async () => {
  sandbox = await startSandbox();
  rates = makeFeed({ url: sandbox.ratesUrl, timeoutMs: 30_000 });
  coinRates = makeCoinbase({ url: sandbox.coinRatesUrl, timeoutMs: 30_000 });
});
afterEach(() => {
  sandbox.faults.clear();
  sandbox.setRates(null);
  sandbox.setCoinRates(null);
});
afterAll(() => sandbox.close());

const decimal = expect.stringMatching(/^\d+\.\d+$/);
const perUsd = { usd: '1', aud: decimal, cad: decimal, gbp: decimal, eur: decimal };
const faults = ['http_500', 'http_429', 'reset', 'silence', 'garbage'] as const;

describe('currencies', () => {
  test('every currency has a rate, as decimal text, with its day', async () => {
    expect(await rates.latest()).toEqual({
      kind: 'done',
      value: { asOf: new Date().toISOString().slice(0, 10), perUsd },
    });
  });

  test('the digits are the feed’s own', async () => {
    sandbox.setRates({ AUD: 1.52, CAD: 1.37005, GBP: 0.7, EUR: 0.91234 });
    expect(await rates.latest()).toMatchObject({
      value: { perUsd: { usd: '1', aud: '1.52', cad: '1.37005', gbp: '0.7', eur: '0.91234' } },
    });
  });

  test('a span has its days, oldest first', async () => {
    const days = await rates.history('2026-02-27', '2026-03-02');
    expect(days).toEqual({
      kind: 'done',
      value: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'].map((asOf) => ({
        asOf,
        perUsd,
      })),
    });
  });

  const year = (feed = rates) => feed.history('2025-11-01', '2026-10-31');

  test('a year comes in one answer', async () => {
    expect(await year()).toMatchObject({ kind: 'done', value: { length: 365 } });
  });

  test.each(faults)('%s is unknown, and passes', async (kind) => {
    const feed = kind === 'silence' ? makeFeed({ url: sandbox.ratesUrl, timeoutMs: 500 }) : rates;
    sandbox.faults.add({ operation: 'rates', kind, times: 2 });
    expect((await feed.latest()).kind).toBe('unknown');
    expect((await year(feed)).kind).toBe('unknown');
    await expect.poll(async () => (await rates.latest()).kind).toBe('done');
    expect((await year()).kind).toBe('done');
  });

  test.each([0, -1, 1e-7, 1e21, 0.4, 1.6, 91])('a rate of %d is not believed', async (rate) => {
    sandbox.setRates({ EUR: rate });
    expect((await rates.latest()).kind).toBe('unknown');
    expect((await rates.history('2026-02-01', '2026-02-02')).kind).toBe('unknown');
  });

  test('a feed that counts the other way round is not believed', async () => {
    sandbox.setRates({ AUD: 1 / 1.52, CAD: 1 / 1.37, GBP: 1 / 0.79, EUR: 1 / 0.92 });
    expect((await rates.latest()).kind).toBe('unknown');
  });
});

describe('coins', () => {
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
  const ask = (step: PriceStep, from: string, to: string) =>
    coinRates.prices('btc', { step, fromMs: at(from), toMs: at(to) });
  const times = async (...question: Parameters<typeof ask>) => {
    const answer = await ask(...question);
    if (answer.kind !== 'done') throw new Error(answer.kind);
    return answer.value.map(({ atMs }) => new Date(atMs).toISOString().slice(11, 16));
  };

  test('a span has the prices of the steps that end in it, oldest first', async () => {
    expect(await times('fiveMinutes', '10:00:00', '10:17:30')).toEqual(['10:05', '10:10', '10:15']);
    expect(await times('fiveMinutes', '09:59:59', '10:00:00')).toEqual(['10:00']);
    expect(await times('hour', '09:30:00', '12:00:00')).toEqual(['10:00', '11:00', '12:00']);
    expect(await times('day', '00:00:01', '23:00:00')).toEqual([]);
  });

  test('a step that is not over has no price', async () => {
    const nowMs = Date.now();
    const answer = await coinRates.prices('ltc', {
      step: 'hour',
      fromMs: nowMs - 2 * 3_600_000,
      toMs: nowMs,
    });
    expect(answer).toMatchObject({ kind: 'done', value: { length: 2 } });
  });

  test('300 steps come in one answer', async () => {
    const toMs = at('00:00:00');
    const fromMs = toMs - 300 * 86_400_000;
    const answer = await coinRates.prices('ltc', { step: 'day', fromMs, toMs });
    expect(answer).toMatchObject({ kind: 'done', value: { length: 300 } });
  });

  test('the digits are the feed’s own, each coin has its own', async () => {
    sandbox.setCoinRates({ BTC: 94_312.07, LTC: 102.5 });
    const span = { step: 'hour', fromMs: at('10:00:00'), toMs: at('11:00:00') } as const;
    const atMs = at('11:00:00');
    expect(await coinRates.prices('btc', span)).toEqual({
      kind: 'done',
      value: [{ atMs, usd: '94312.07' }],
    });
    expect(await coinRates.prices('ltc', span)).toEqual({
      kind: 'done',
      value: [{ atMs, usd: '102.5' }],
    });
  });

  test.each(faults)('%s is unknown, and passes', async (kind) => {
    const url = sandbox.coinRatesUrl;
    const feed = kind === 'silence' ? makeCoinbase({ url, timeoutMs: 500 }) : coinRates;
    const hours = { step: 'hour', fromMs: at('10:00:00'), toMs: at('12:00:00') } as const;
    sandbox.faults.add({ operation: 'coins', kind });
    expect((await feed.prices('btc', hours)).kind).toBe('unknown');
    await expect.poll(async () => (await coinRates.prices('btc', hours)).kind).toBe('done');
  });

  test.each([0, -1, 102.5, 1e-7, 1e9, 1e21])('a bitcoin for %d is not believed', async (price) => {
    sandbox.setCoinRates({ BTC: price });
    expect((await ask('hour', '10:00:00', '12:00:00')).kind).toBe('unknown');
  });
});
