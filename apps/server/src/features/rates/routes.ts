import type { Data } from '@giftlane/contract/call.ts';
import { coins } from '@giftlane/contract/money/coins.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { showRateHistory, showRates } from '@giftlane/contract/shop/rates.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { remember } from '../../platform/db/remember.ts';
import type { Http } from '../../platform/http/http.ts';
import { seconds } from '../../platform/process/durations.ts';
import { readHistory } from './history.ts';
import { latestCoinPrices, latestRates } from './queries.ts';

const latestMs = seconds(5);
const historyMs = seconds(20);

/** New rates arrive every five minutes at most; missing ones may arrive at any moment. */
const cacheFor = (known: readonly unknown[]) =>
  known.length > 0 ? 'public, max-age=30, stale-while-revalidate=300' : 'no-cache';

async function readLatest(db: Queryable): Promise<Data<typeof showRates>> {
  const [ofCurrencies, ofCoins] = await Promise.all([
    latestRates(db, currencies),
    latestCoinPrices(db, coins),
  ]);
  return [
    ...ofCurrencies.map(({ currency, perUsd, asOf }) => ({
      eCode: currency,
      nPerUsd: Number(perUsd),
      dAsOf: new Date(asOf).toISOString(),
    })),
    ...ofCoins.map(({ coin, usd, takenAt }) => ({
      eCode: coin,
      nPerUsd: 1 / Number(usd),
      dAsOf: takenAt.toISOString(),
    })),
  ];
}

/** Serves the latest rates and their history, cached for seconds. */
export function rateRoutes(http: Http, { db }: { db: Queryable }): void {
  const latest = remember(latestMs, () => readLatest(db));
  /** By pair and span: the schema allows fewer than 200. */
  const histories = new Map<string, () => ReturnType<typeof readHistory>>();

  http.route(showRates, async (_, { reply }) => {
    const data = await latest();
    reply.header('cache-control', cacheFor(data));
    return { data };
  });

  http.route(showRateHistory, async ({ query }, { reply }) => {
    const key = `${query.from} ${query.to} ${query.span}`;
    const history = histories.get(key) ?? remember(historyMs, () => readHistory(db, query));
    histories.set(key, history);
    const { daily, points } = await history();
    reply.header('cache-control', cacheFor(points));
    const aPoints = points.map(({ atMs, rate }) => ({
      dAt: new Date(atMs).toISOString(),
      nRate: rate,
    }));
    return { data: { bDaily: daily, aPoints } };
  });
}
