import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { RatedCode, RateSpan } from '@giftlane/contract/money/coins.ts';
import { queryOptions } from '@tanstack/react-query';

const freshMs = 60_000;
/** A shop that just began has none yet: they come within seconds. */
const soonMs = 3_000;
/** Fewer rates are no rates of a pair, fewer points no line. */
export const fewest = 2;

/** What one US dollar buys of a currency or coin, and when that was so. */
export interface Rate {
  code: RatedCode;
  perUsd: number;
  asOf: string;
}

const ratesIn = (data: Answer<'GET /rates'>['data']): readonly Rate[] =>
  data.map(({ eCode, nPerUsd, dAsOf }) => ({ code: eCode, perUsd: nPerUsd, asOf: dAsOf }));

/** The latest rates. The page says itself what went wrong. */
export const ratesQuery = queryOptions({
  ...apiQuery('GET /rates', { anonymous: true }),
  select: ratesIn,
  staleTime: freshMs,
  refetchInterval: ({ state }) => (state.data && state.data.length < fewest ? soonMs : freshMs),
  meta: { quiet: true },
});

export interface Point {
  at: string;
  rate: number;
}

export interface Pair {
  from: RatedCode;
  to: RatedCode;
}

const historyIn = ({ bDaily, aPoints }: Answer<'GET /rates/history'>['data']) => ({
  daily: bDaily,
  points: aPoints.map(({ dAt, nRate }): Point => ({ at: dAt, rate: nRate })),
});

/** How the rate of a pair went. */
export const rateHistoryQuery = ({ from, to }: Pair, span: RateSpan) =>
  queryOptions({
    ...apiQuery('GET /rates/history', { query: { from, to, span }, anonymous: true }),
    select: historyIn,
    staleTime: freshMs,
    refetchInterval: ({ state }) =>
      state.data && state.data.aPoints.length < fewest ? soonMs : freshMs,
    meta: { quiet: true },
  });

/** What one of `from` buys of `to`; undefined when one of them has no rate. */
export function rateOf(rates: readonly Rate[], { from, to }: Pair): number | undefined {
  const perUsd = (code: RatedCode) => rates.find((rate) => rate.code === code)?.perUsd;
  const [source, target] = [perUsd(from), perUsd(to)];
  return source && target && target / source;
}
