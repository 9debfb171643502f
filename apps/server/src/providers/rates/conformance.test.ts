/** What every vendor of the rates port must do, shown on the sandbox's feed. */
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeFeed } from './feed/feed.ts';
import type { Rates } from './port.ts';

let sandbox: Sandbox;
let rates: Rates;

beforeAll(async () => {
  sandbox = await startSandbox();
  rates = makeFeed({ url: sandbox.ratesUrl, timeoutMs: 500 });
});
afterEach(() => {
  sandbox.faults.clear();
  sandbox.setRates(null);
});
afterAll(() => sandbox.close());

const decimal = expect.stringMatching(/^\d+\.\d+$/);

test('every currency has a rate, as decimal text, with its day', async () => {
  expect(await rates.latest()).toEqual({
    kind: 'done',
    value: {
      asOf: new Date().toISOString().slice(0, 10),
      perUsd: { usd: '1', aud: decimal, cad: decimal, gbp: decimal, eur: decimal },
    },
  });
});

test('the digits are the feed’s own', async () => {
  sandbox.setRates({ AUD: 1.52, CAD: 1.37005, GBP: 0.1, EUR: 0.91234 });
  expect(await rates.latest()).toMatchObject({
    value: { perUsd: { usd: '1', aud: '1.52', cad: '1.37005', gbp: '0.1', eur: '0.91234' } },
  });
});

test.each(['http_500', 'http_429', 'reset', 'silence', 'garbage'] as const)(
  '%s is unknown, and passes',
  async (kind) => {
    sandbox.faults.add({ operation: 'rates', kind });
    expect((await rates.latest()).kind).toBe('unknown');
    expect((await rates.latest()).kind).toBe('done');
  },
);

test.each([0, -1, 1e-7, 1e21, 91])('a rate of %d is not believed', async (rate) => {
  sandbox.setRates({ EUR: rate });
  expect((await rates.latest()).kind).toBe('unknown');
});
