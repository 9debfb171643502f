/** Coin prices that payments use: at least two sources of the last two minutes that agree. */
import { type Coin, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import { one, scaled } from './decimal.ts';
import { coinSpots, latestRates } from './queries.ts';

/** The price of a coin in a currency. */
export interface CoinRate {
  readonly coin: Coin;
  readonly currency: Currency;
  /** Minor units per coin: two decimals, as displayed (COIN-14). */
  readonly minorPerCoin: bigint;
  readonly asOf: Date;
  /** The prices of the sources and the currency rate, for the journal. */
  readonly facts: Readonly<Record<string, string>>;
}

const oldest = minutes(2);
/** If sources differ by more than two percent, one of them is wrong, and it is unknown which. */
const farthest = { more: 102n, less: 100n };
/** Weekends and holidays have no currency rates; anything older does not count as current. */
const mostDays = 10;

const agree = (prices: readonly bigint[]) =>
  prices.every((a) => prices.every((b) => a * farthest.less <= b * farthest.more));

interface Middle {
  readonly usd: bigint;
  readonly asOf: Date;
  readonly facts: Readonly<Record<string, string>>;
}

/** The mean of the sources in US dollars, with twelve decimals; refuses `coins.no_rate`. */
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

/** Prices of a coin in currencies; refuses `coins.no_rate` without agreeing sources or a currency rate. */
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

/** The price of a coin in a currency; refuses like `coinRatesIn`. */
export async function coinRate(db: Queryable, coin: Coin, currency: Currency): Promise<CoinRate> {
  const [rate] = await coinRatesIn(db, coin, [currency]);
  if (!rate) throw new Refusal('coins.no_rate');
  return rate;
}

const perCoin = BigInt(unitsPerCoin);

/** The value of a coin's smallest units in minor units, rounded down. */
export const worthOf = (units: bigint, { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>): bigint =>
  (units * minorPerCoin) / perCoin;

/** The most smallest units worth no more than an amount. */
export const unitsWithin = (
  amountMinor: bigint,
  { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>,
): bigint => (amountMinor * perCoin) / minorPerCoin;

/** The fewest smallest units worth an amount, rounded up (Arithmetic). */
export const unitsFor = (
  amountMinor: bigint,
  { minorPerCoin }: Pick<CoinRate, 'minorPerCoin'>,
): bigint => (amountMinor * perCoin + minorPerCoin - 1n) / minorPerCoin;
