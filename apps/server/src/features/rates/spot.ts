/** What a coin costs now, where money hangs on it: two sources of the last two minutes that agree. */
import { type Coin, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import { one, scaled } from './decimal.ts';
import { coinSpots, latestRates } from './queries.ts';

/** What one coin costs in a currency. */
export interface CoinRate {
  readonly coin: Coin;
  readonly currency: Currency;
  /** Minor units for one coin: two decimals, as it is shown (COIN-14). */
  readonly minorPerCoin: bigint;
  readonly asOf: Date;
  /** What it was made of. */
  readonly facts: Readonly<Record<string, string>>;
}

const oldest = minutes(2);
/** Sources that are further apart than two percent: one of them is wrong, and nobody knows which. */
const farthest = { more: 102n, less: 100n };
/** Weekends and holidays have no rates of currencies of their own; what is older is no price of today. */
const mostDays = 10;

const agree = (prices: readonly bigint[]) =>
  prices.every((a) => prices.every((b) => a * farthest.less <= b * farthest.more));

interface Middle {
  readonly usd: bigint;
  readonly asOf: Date;
  readonly facts: Readonly<Record<string, string>>;
}

/** The middle of the sources, in US dollars with twelve decimals; refuses `coins.no_rate`. */
async function middleOf(db: Queryable, coin: Coin): Promise<Middle> {
  const spots = await coinSpots(db, coin, oldest);
  const prices = spots.map(({ usd }) => scaled(usd));
  const [first] = spots;
  if (!first || spots.length < 2 || !agree(prices)) throw new Refusal('coins.no_rate');
  const usd = prices.reduce((sum, price) => sum + price, 0n) / BigInt(prices.length);
  const asOf = spots.reduce((at, { seenAt }) => (seenAt < at ? seenAt : at), first.seenAt);
  return {
    usd,
    asOf,
    facts: Object.fromEntries(spots.map(({ source, usd: said }) => [source, said])),
  };
}

/** What one coin costs in each currency; refuses `coins.no_rate` where that can not be said. */
export async function coinRatesIn(
  db: Queryable,
  coin: Coin,
  wanted: readonly Currency[] = currencies,
): Promise<CoinRate[]> {
  const [{ usd, asOf, facts }, rows] = await Promise.all([
    middleOf(db, coin),
    latestRates(db, wanted, mostDays),
  ]);
  return wanted.map((currency) => {
    const rate = rows.find((row) => row.currency === currency);
    if (!rate) throw new Refusal('coins.no_rate');
    const minorPerCoin = (usd * scaled(rate.perUsd) * 100n) / (one * one);
    return { coin, currency, minorPerCoin, asOf, facts: { ...facts, perUsd: rate.perUsd } };
  });
}

/** What one coin costs in a currency; refuses like `coinRatesIn`. */
export async function coinRate(db: Queryable, coin: Coin, currency: Currency): Promise<CoinRate> {
  const [rate] = await coinRatesIn(db, coin, [currency]);
  if (!rate) throw new Refusal('coins.no_rate');
  return rate;
}

const perCoin = BigInt(unitsPerCoin);

/** What smallest units are worth, in minor units, rounded down. */
export const worthOf = (units: bigint, { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>): bigint =>
  (units * minorPerCoin) / perCoin;

/** The most smallest units that are worth no more than an amount. */
export const unitsWithin = (
  amountMinor: bigint,
  { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>,
): bigint => (amountMinor * perCoin) / minorPerCoin;

/** The smallest units that are worth an amount, rounded up (Arithmetic). */
export const unitsFor = (
  amountMinor: bigint,
  { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>,
): bigint => (amountMinor * perCoin + minorPerCoin - 1n) / minorPerCoin;
