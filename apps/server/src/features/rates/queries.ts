import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../../platform/db/db.ts';
import type { CoinPrice, DayRates } from '../../providers/rates/port.ts';

/** The latest stored rate of each currency, as decimal text; none older than `mostDays` days. */
export function latestRates(db: Queryable, wanted: readonly Currency[], mostDays?: number) {
  return db.rows(sql<{ currency: Currency; perUsd: string; asOf: string }>`
    select wanted.currency, newest.per_usd::text as "perUsd", newest.as_of::text as "asOf"
    from unnest(${wanted}::text[]) as wanted (currency)
    cross join lateral (
      select per_usd, as_of from exchange_rates r where r.currency = wanted.currency
        and as_of >= coalesce((app_now() at time zone 'UTC')::date - ${mostDays ?? null}::int, '-infinity')
      order by as_of desc limit 1) newest`);
}

/** Age of the latest stored rates in days; undefined without any. */
export async function daysSinceRates(db: Queryable): Promise<number | undefined> {
  const { days } = await db.one(sql<{ days: number | null }>`
    select (app_now() at time zone 'UTC')::date - max(as_of) as days
    from exchange_rates where currency = 'usd'`);
  return days ?? undefined;
}

/** The day of the latest stored rates, and when a coin's price was last seen. */
export function ratesSeen(db: Queryable) {
  return db.one(sql<{ dayAt: Date | null; pricesAt: Date | null }>`
    select (select max(as_of) at time zone 'UTC' from exchange_rates where currency = 'usd') as "dayAt",
      (select min(at) from (select max(seen_at) as at from coin_prices group by coin) p) as "pricesAt"`);
}

/** Columns for `unnest`, one row per day and currency. */
const rowsOf = (days: readonly DayRates[]) => {
  const rows = days.flatMap(({ asOf, perUsd }) =>
    currencies.map((currency) => ({ asOf, currency, perUsd: perUsd[currency] })),
  );
  return {
    asOf: rows.map((row) => row.asOf),
    currency: rows.map((row) => row.currency),
    perUsd: rows.map((row) => row.perUsd),
  };
};

/** Stored days from `daysBefore` days before `since` on, in order. */
export function daysSince(db: Queryable, since: string, daysBefore: number) {
  return db.rows(sql<DayRates>`
    select as_of::text as "asOf", jsonb_object_agg(currency, per_usd::text) as "perUsd"
    from exchange_rates where as_of >= ${since}::date - ${daysBefore}::int
    group by as_of order by as_of`);
}

/** Deletes stored days. */
export async function forgetDays(db: Queryable, days: readonly string[]): Promise<void> {
  await db.run(sql`delete from exchange_rates where as_of = any(${days}::date[])`);
}

/** Stores the rates of a day, replacing stored ones. */
export async function storeRates(db: Queryable, { asOf, perUsd }: DayRates): Promise<void> {
  await db.run(sql`
    insert into exchange_rates (as_of, currency, per_usd)
    select ${asOf}::date, currency, per_usd
    from unnest(${[...currencies]}::text[], ${currencies.map((c) => perUsd[c])}::numeric[])
      as n (currency, per_usd)
    on conflict (as_of, currency) do update set per_usd = excluded.per_usd`);
}

/** Stores past days; stored ones are not replaced. */
export async function storeDays(db: Queryable, days: readonly DayRates[]): Promise<void> {
  const { asOf, currency, perUsd } = rowsOf(days);
  await db.run(sql`
    insert into exchange_rates (as_of, currency, per_usd)
    select * from unnest(${asOf}::date[], ${currency}::text[], ${perUsd}::numeric[])
    on conflict (as_of, currency) do nothing`);
}

/** Days with rates within the last `sinceMs`, in order, and the current time. */
export function storedDays(db: Queryable, sinceMs: number) {
  return db.one(sql<{ days: string[]; now: Date }>`
    select app_now() as now, coalesce(array_agg(as_of::text order by as_of), '{}') as days
    from exchange_rates
    where currency = 'usd'
      and as_of >= ((app_now() - ${sinceMs} * interval '1 ms') at time zone 'UTC')::date`);
}

/** Times of the first and last price of a coin, and the current time. */
export function coinEdges(db: Queryable, coin: Coin) {
  return db.one(sql<{ oldest: Date | null; newest: Date | null; now: Date }>`
    select app_now() as now, min(taken_at) as oldest, max(taken_at) as newest
    from coin_rates where coin = ${coin}`);
}

/** Stores prices of a coin; stored ones are not replaced. */
export async function storeCoinPrices(
  db: Queryable,
  coin: Coin,
  prices: readonly CoinPrice[],
): Promise<void> {
  await db.run(sql`
    insert into coin_rates (coin, taken_at, usd)
    select ${coin}, taken_at, usd
    from unnest(${prices.map(({ atMs }) => new Date(atMs))}::timestamptz[],
      ${prices.map(({ usd }) => usd)}::numeric[]) as n (taken_at, usd)
    on conflict (coin, taken_at) do nothing`);
}

/**
 * Thins out prices: after two days to the last one of each hour, after 90 days to the last one of each day.
 */
export async function thinCoinRates(db: Queryable): Promise<void> {
  await db.run(sql`
    with aged as (
      select coin, taken_at, lead(taken_at) over (partition by coin order by taken_at) as next,
        case when taken_at < app_now() - interval '90 days' then interval '1 day'
          else interval '1 hour' end as size
      from coin_rates where taken_at < app_now() - interval '2 days')
    delete from coin_rates old using aged
    where old.coin = aged.coin and old.taken_at = aged.taken_at
      -- A price is of the end of its step, so that midnight belongs to the day before.
      and aged.next <= date_bin(size, aged.taken_at - interval '1 ms', 'epoch'::timestamptz) + size`);
}

/** The newest price of each coin, as decimal text; none older than two days. */
export function latestCoinPrices(db: Queryable, wanted: readonly Coin[]) {
  return db.rows(sql<{ coin: Coin; usd: string; takenAt: Date }>`
    select wanted.coin, newest.usd::text as usd, newest.taken_at as "takenAt"
    from unnest(${wanted}::text[]) as wanted (coin)
    cross join lateral (
      select usd, taken_at from coin_rates r
      where r.coin = wanted.coin and taken_at > app_now() - interval '2 days'
      order by taken_at desc limit 1) newest`);
}

/** Days of a currency in a span, in order, with up to ten days before it for the rate at its start. */
export function currencyDays(db: Queryable, currency: Currency, spanMs: number) {
  return db.rows(sql<{ asOf: string; perUsd: string; inside: boolean }>`
    select as_of::text as "asOf", per_usd::text as "perUsd", as_of >= first_day as inside
    from exchange_rates,
      (select ((app_now() - ${spanMs} * interval '1 ms') at time zone 'UTC')::date as first_day) span
    where currency = ${currency} and as_of >= first_day - 10
    order by as_of`);
}

/** Prices of a coin in a span, in order, the last one of each step. */
export function coinPrices(
  db: Queryable,
  coin: Coin,
  { spanMs, stepMs }: { spanMs: number; stepMs: number },
) {
  return db.rows(sql<{ takenAt: Date; usd: string }>`
    select distinct on (step) taken_at as "takenAt", usd::text as usd
    from (
      select taken_at, usd, date_bin(${stepMs} * interval '1 ms', taken_at - interval '1 ms',
        'epoch'::timestamptz) as step
      from coin_rates
      where coin = ${coin} and taken_at > app_now() - ${spanMs} * interval '1 ms') stepped
    order by step, taken_at desc`);
}

/** Stores a source's current price of a coin. */
export async function storeCoinSpot(
  db: Queryable,
  coin: Coin,
  { source, usd }: { source: string; usd: string },
): Promise<void> {
  await db.run(sql`
    insert into coin_prices (coin, source, usd) values (${coin}, ${source}, ${usd}::numeric)
    on conflict (coin, source) do update set usd = excluded.usd, seen_at = app_now()`);
}

/** Prices of a coin by source, seen within `mostMs`, as decimal text. */
export function coinSpots(db: Queryable, coin: Coin, mostMs: number) {
  return db.rows(sql<{ source: string; usd: string; seenAt: Date }>`
    select source, usd::text as usd, seen_at as "seenAt" from coin_prices
    where coin = ${coin} and seen_at > app_now() - ${mostMs}::float8 * interval '1 ms'
    order by source`);
}
