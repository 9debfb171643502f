/** Fetches rates from the feeds and thins out old ones. */
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import type { Chore } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { tellOnce, tellOver } from '../../platform/limits/tell-once.ts';
import { minutes, seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type {
  CoinRates,
  CoinSpot,
  DayRates,
  PriceSpan,
  Rates,
} from '../../providers/rates/port.ts';
import { leaps } from './leaps.ts';
import {
  coinEdges,
  daysSince,
  daysSinceRates,
  forgetDays,
  storeCoinPrices,
  storeCoinSpot,
  storeDays,
  storedDays,
  storeRates,
  thinCoinRates,
} from './queries.ts';
import { keptMs, missingDays, questionsOf } from './spans.ts';

interface Parts {
  readonly db: Db;
  readonly log: Log;
}

interface RateParts extends Parts {
  readonly rates: Rates;
}

interface CoinParts extends Parts {
  readonly coinRates: CoinRates;
}

/** The largest change within ten days since 1999 was 1.22 times (Australian dollar, October 2008). */
const leap = { factor: 1.25, withinDays: 10 };

/**
 * Filters out days whose rates differ too much from most neighbours, fetched or stored: money is converted at
 * these rates, and a feed can be wrong. One such currency rejects the whole day. Stored days that newer ones
 * outvote are deleted.
 */
async function believable(
  { db, log }: Parts,
  answered: readonly DayRates[],
): Promise<readonly DayRates[]> {
  const [first] = answered;
  if (!first) return answered;
  const found = leaps(answered, await daysSince(db, first.asOf, leap.withinDays), leap);
  if (found.length === 0) return answered;
  const daysOf = (stored: boolean) => [
    ...new Set(found.filter((one) => one.stored === stored).map(({ asOf }) => asOf)),
  ];
  const [refused, givenUp] = [daysOf(false), daysOf(true)];
  log.error({ refused, givenUp, example: found.at(-1) }, 'exchange rates that leap are not stored');
  await forgetDays(db, givenUp);
  return answered.filter(({ asOf }) => !refused.includes(asOf));
}

/** Fetches and stores the latest rates; if the feed fails, the stored ones remain. */
async function fetchRates(parts: RateParts): Promise<void> {
  const { db, rates, log } = parts;
  const age = await daysSinceRates(db);
  // Without neighbours any rate would pass the check.
  if (age === undefined || age > leap.withinDays) await fillDays(parts);
  const latest = await rates.latest();
  if (latest.kind !== 'done') {
    log.warn({ reason: latest.reason }, 'no exchange rates, the last ones stay');
    return;
  }
  const [day] = await believable(parts, [latest.value]);
  if (day) await storeRates(db, day);
}

/** Fetches missing days of the last year, in one call; makes none if nothing is missing. */
async function fillDays(parts: RateParts): Promise<void> {
  const { db, rates, log } = parts;
  const { days, now } = await storedDays(db, keptMs);
  const missing = missingDays(days, now.getTime());
  if (!missing) return;
  const history = await rates.history(missing.from, missing.to);
  if (history.kind !== 'done') {
    log.warn({ reason: history.reason }, 'no history of exchange rates, asking again later');
    return;
  }
  await storeDays(db, await believable(parts, history.value));
}

/** First span fetched into an empty store, so that current prices are there at once. */
const firstMs = minutes(60);

/** Fetches prices since the newest stored one. */
async function fetchCoins(parts: CoinParts): Promise<void> {
  for (const coin of coins) {
    const { newest, now } = await coinEdges(parts.db, coin);
    const nowMs = now.getTime();
    const span = { fromMs: newest?.getTime() ?? nowMs - firstMs, toMs: nowMs };
    await collect(parts, coin, questionsOf(span, nowMs));
  }
}

/** Fetches prices of the last year before the oldest stored one, newest first. */
async function fillCoins(parts: CoinParts): Promise<void> {
  for (const coin of coins) {
    const { oldest, now } = await coinEdges(parts.db, coin);
    const nowMs = now.getTime();
    const span = { fromMs: nowMs - keptMs, toMs: oldest ? oldest.getTime() - 1 : nowMs };
    await collect(parts, coin, questionsOf(span, nowMs).reverse());
  }
}

/** Stores response by response, so that the next run resumes after a failure or a restart. */
async function collect(
  { db, log, coinRates }: CoinParts,
  coin: Coin,
  questions: readonly PriceSpan[],
): Promise<void> {
  for (const question of questions) {
    const prices = await coinRates.prices(coin, question);
    if (prices.kind !== 'done') {
      log.warn({ coin, reason: prices.reason }, 'no prices of a coin, asking again later');
      return;
    }
    await storeCoinPrices(db, coin, prices.value);
  }
}

/** Fetches each coin's price from every source; a failed source keeps its old price, which expires. */
async function fetchPrices({
  db,
  log,
  coinSpots: spots,
}: Parts & { readonly coinSpots: readonly CoinSpot[] }): Promise<void> {
  await Promise.all(
    spots.flatMap((spot) =>
      coins.map(async (coin) => {
        const price = await spot.price(coin);
        const { source } = spot;
        const about = `${source} ${coin}`;
        if (price.kind === 'done') {
          tellOver(log, about, 'prices of a coin again');
          await storeCoinSpot(db, coin, { source, usd: price.value });
        } else {
          const facts = { coin, source, reason: price.reason };
          tellOnce(log, about, 'no price of a coin', facts);
        }
      }),
    ),
  );
}

/** Chores that fetch rates, fill in their history and thin it out. */
export function rateChores(
  parts: RateParts & {
    /** Undefined if the shop has no rates of coins. */
    readonly coinRates: CoinRates | undefined;
    /** Sources of the prices that coin payments use; empty without coin payments. */
    readonly coinSpots: readonly CoinSpot[];
  },
): Chore[] {
  const { coinRates, coinSpots } = parts;
  const ofCurrencies: Chore[] = [
    { name: 'rates.fetch', everyMs: minutes(30), run: () => fetchRates(parts) },
    {
      name: 'rates.history',
      everyMs: minutes(60),
      // The first `rates.fetch` of an empty store fills the history, too.
      firstAfterMs: minutes(1),
      run: () => fillDays(parts),
    },
    {
      name: 'rates.thin',
      everyMs: minutes(60),
      firstAfterMs: minutes(1),
      run: () => thinCoinRates(parts.db),
    },
  ];
  const ofSpots: Chore[] =
    coinSpots.length > 0
      ? [{ name: 'rates.spots', everyMs: seconds(30), run: () => fetchPrices(parts) }]
      : [];
  if (!coinRates) return [...ofCurrencies, ...ofSpots];
  const coinParts = { ...parts, coinRates };
  return [
    ...ofCurrencies,
    ...ofSpots,
    { name: 'rates.coins', everyMs: minutes(5), run: () => fetchCoins(coinParts) },
    { name: 'rates.coin_history', everyMs: minutes(60), run: () => fillCoins(coinParts) },
  ];
}
