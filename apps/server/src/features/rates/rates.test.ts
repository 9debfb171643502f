import {
  coins,
  type RatedCode,
  type RateSpan,
  ratedCodes,
} from '@giftlane/contract/money/coins.ts';
import { showRateHistory, showRates } from '@giftlane/contract/shop/rates.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { longTest } from '../../testing/long.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';

const run = async (shop: TestShop, ...names: string[]) => {
  for (const name of names) await shop.chores.find((chore) => chore.name === name)?.run();
};
const everything = ['rates.fetch', 'rates.coins', 'rates.history', 'rates.coin_history'];

const history = async (shop: TestShop, from: RatedCode, to: RatedCode, span: RateSpan) =>
  (await shop.call(showRateHistory, { query: { from, to, span } })).body.data;

const counted = (shop: TestShop) =>
  shop.db.one(sql<{ days: number; prices: number }>`
    select (select count(distinct as_of) from exchange_rates)::int as days,
      (select count(*) from coin_rates)::int as prices`);

test('ROUTE-26 the latest rates of the five currencies and the two coins, with their times', async () => {
  const shop = await startShop({ working: false });
  shop.sandbox.setRates({ AUD: 1.5, CAD: 1.4, GBP: 0.75, EUR: 0.9 });
  shop.sandbox.setCoinRates({ BTC: 80_000, LTC: 100 });
  await run(shop, 'rates.fetch', 'rates.coins');
  const { body, headers } = await shop.call(showRates);
  expect(body.data.map(({ eCode, nPerUsd }) => [eCode, nPerUsd])).toEqual([
    ['aud', 1.5],
    ['cad', 1.4],
    ['gbp', 0.75],
    ['usd', 1],
    ['eur', 0.9],
    ['btc', 0.0000125],
    ['ltc', 0.01],
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(body.data[0]?.dAsOf).toBe(`${today}T00:00:00.000Z`);
  const coinAgeMs = Date.now() - Date.parse(body.data[6]?.dAsOf ?? '');
  expect(coinAgeMs).toBeGreaterThanOrEqual(0);
  expect(coinAgeMs).toBeLessThan(hours(0.1));
  expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
});

test('ROUTE-26 every pair has a history of every span, of at most 200 points in order', async () => {
  const shop = await startShop({ working: false });
  await run(shop, ...everything);
  const fewest: Record<RateSpan, number> = { day: 140, week: 160, month: 175, year: 180 };
  for (const [span, coinPoints] of Object.entries(fewest) as [RateSpan, number][])
    for (const from of ratedCodes)
      for (const to of ratedCodes) {
        const { bDaily, aPoints } = await history(shop, from, to, span);
        const ofCoin = coins.some((coin) => coin === from || coin === to);
        expect(bDaily).toBe(!ofCoin);
        const daily = { day: 2, week: 8, month: 31, year: 200 }[span];
        expect(aPoints.length, `${from} ${to} ${span}`).toBeGreaterThanOrEqual(
          ofCoin ? coinPoints : daily,
        );
        const times = aPoints.map(({ dAt }) => dAt);
        expect(times).toEqual([...new Set(times)].sort());
      }
});

test('a history ends with the rate that is shown', async () => {
  const shop = await startShop({ working: false });
  await run(shop, ...everything);
  const rates = new Map(
    (await shop.call(showRates)).body.data.map(({ eCode, nPerUsd }) => [eCode, nPerUsd]),
  );
  const { aPoints } = await history(shop, 'gbp', 'ltc', 'week');
  const shown = (rates.get('ltc') ?? 0) / (rates.get('gbp') ?? 0);
  expect(aPoints.at(-1)?.nRate).toBeCloseTo(shown, 9);
});

test('without rates there are none, and nothing fails', async () => {
  const shop = await startShop({ working: false });
  const { body, headers } = await shop.call(showRates);
  expect(body.data).toEqual([]);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect((await history(shop, 'usd', 'btc', 'year')).aPoints).toEqual([]);
});

test('a shop without a feed of coins has currencies alone, even where prices are left from before', async () => {
  const shop = await startShop({ working: false, env: { COIN_RATES_URL: '' } });
  await run(shop, ...everything);
  await shop.db.run(
    sql`insert into coin_rates values ('btc', app_now() - interval '49 hours', 90000)`,
  );
  const { body } = await shop.call(showRates);
  expect(body.data.map(({ eCode }) => eCode)).toEqual(['aud', 'cad', 'gbp', 'usd', 'eur']);
});

test('histories are filled where they stopped, and asked for only as long as something is missing', async () => {
  const shop = await startShop({ working: false });
  const { faults } = shop.sandbox;
  faults.add({ operation: 'rates', kind: 'http_500' });
  faults.add({ operation: 'coins', kind: 'delay' });
  faults.add({ operation: 'coins', kind: 'delay' });
  faults.add({ operation: 'coins', kind: 'garbage' });
  faults.add({ operation: 'coins', kind: 'http_429' });
  await run(shop, 'rates.history', 'rates.coin_history');
  const stopped = await counted(shop);
  expect(stopped.days).toBe(0);
  // Two answers of the first coin, none of the second.
  expect(stopped.prices).toBeGreaterThan(500);
  expect(stopped.prices).toBeLessThan(600);
  expect(faults.list()).toEqual([]);
  await run(shop, 'rates.history', 'rates.coin_history');
  const filled = await counted(shop);
  expect(filled.days).toBe(366);
  expect(filled.prices).toBeGreaterThan(3_000);
  faults.add({ operation: 'rates', kind: 'http_500' });
  faults.add({ operation: 'coins', kind: 'http_500' });
  await run(shop, 'rates.history', 'rates.coin_history');
  expect(await counted(shop)).toEqual(filled);
  expect(faults.list()).toHaveLength(2);
});

test('24 a day that leaps away from most of its neighbours is not stored, and one that is outvoted is given up', async () => {
  const shop = await startShop({ working: false });
  const right = { AUD: 1.5, CAD: 1.4, GBP: 0.75, EUR: 0.94 };
  const newest = async () => {
    const [row] = await shop.db.rows(sql<{ perUsd: number; ago: number }>`
      select per_usd::float as "perUsd", (app_now() at time zone 'UTC')::date - as_of as ago
      from exchange_rates where currency = 'eur' order by as_of desc limit 1`);
    return row && [row.perUsd, row.ago];
  };
  // The very first answer is nonsense, and the year before it can not be had.
  shop.sandbox.setRates({ ...right, EUR: 1.3 });
  shop.sandbox.faults.add({ operation: 'rates', kind: 'http_500' });
  await run(shop, 'rates.fetch');
  expect(await newest()).toEqual([1.3, 0]);
  await shop.db.run(sql`update exchange_rates set as_of = as_of - 1`);
  shop.sandbox.setRates(right);
  // One against one: nobody knows.
  await run(shop, 'rates.fetch');
  expect(await newest()).toEqual([1.3, 1]);
  await run(shop, 'rates.history');
  expect(await newest()).toEqual([0.94, 1]);
  expect(await counted(shop)).toMatchObject({ days: 366 - 1 });
  await run(shop, 'rates.fetch');
  expect(await newest()).toEqual([0.94, 0]);
  // Now nonsense is outvoted; a change that may be one is not.
  shop.sandbox.setRates({ ...right, EUR: 1.3 });
  await run(shop, 'rates.fetch');
  expect(await newest()).toEqual([0.94, 0]);
  shop.sandbox.setRates({ ...right, EUR: 1.1 });
  await run(shop, 'rates.fetch');
  expect(await newest()).toEqual([1.1, 0]);
});

test('24 after a long silence the days between are asked for first', async () => {
  const shop = await startShop({ working: false });
  await run(shop, 'rates.fetch');
  await shop.db.run(sql`
    delete from exchange_rates where as_of >= (app_now() at time zone 'UTC')::date - 11`);
  shop.sandbox.setRates({ AUD: 1.5, CAD: 1.4, GBP: 0.75, EUR: 0.94 });
  await run(shop, 'rates.fetch');
  const { days } = await shop.db.one(sql<{ days: number }>`
    select count(*)::int as days from exchange_rates
    where currency = 'eur' and per_usd = 0.94`);
  expect(days).toBe(12);
});

longTest('prices of coins are kept by the hour after two days, by the day after 90', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    insert into coin_rates
    select coin, at, 100 from unnest(array['btc', 'ltc']) as coin,
      generate_series(date_trunc('day', app_now(), 'UTC') - interval '120 days',
        date_trunc('day', app_now(), 'UTC'), interval '5 minutes') as at`);
  await run(shop, 'rates.thin', 'rates.thin');
  const kept = await shop.db.one(sql<{ fine: number; hourly: number; daily: number }>`
    select count(*) filter (where taken_at >= app_now() - interval '2 days')::int as fine,
      count(*) filter (where taken_at < app_now() - interval '2 days'
        and taken_at >= app_now() - interval '90 days')::int as hourly,
      count(*) filter (where taken_at < app_now() - interval '90 days')::int as daily
    from coin_rates where coin = 'btc'`);
  expect(kept.fine).toBeGreaterThan(280);
  expect(kept.hourly).toBeGreaterThanOrEqual(88 * 24 - 1);
  expect(kept.hourly).toBeLessThanOrEqual(88 * 24 + 1);
  expect(kept.daily).toBeGreaterThanOrEqual(30);
  expect(kept.daily).toBeLessThanOrEqual(31);
  // The newest of what was there is still there: midnight belongs to the day before.
  const { odd } = await shop.db.one(sql<{ odd: number }>`
    select count(*)::int as odd from coin_rates where taken_at < app_now() - interval '90 days'
      and date_trunc('day', taken_at, 'UTC') <> taken_at`);
  expect(odd).toBeLessThanOrEqual(2);
});

test('an unknown code or span is refused', async () => {
  const shop = await startShop({ working: false });
  for (const query of ['from=usd&to=doge', 'from=usd', 'from=usd&to=eur&span=decade', '']) {
    const { status, body } = await shop.raw('GET', `/rates/history?${query}`);
    expect([status, body.code]).toEqual([400, 'input.invalid']);
  }
});
