import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { RatedCode, RateSpan } from '@giftlane/contract/money/coins.ts';
import { queryOptions } from '@tanstack/react-query';

const freshMs = 60_000;
/** Polling interval of a new shop, which has no rates for its first seconds. */
const soonMs = 3_000;
/** A pair needs two rates, a chart line two points. */
export const fewest = 2;

/** The value of one US dollar in a currency or coin. */
export interface Rate {
  code: RatedCode;
  perUsd: number;
  asOf: string;
}

const ratesIn = (data: Answer<'GET /rates'>['data']): readonly Rate[] =>
  data.map(({ eCode, nPerUsd, dAsOf }) => ({ code: eCode, perUsd: nPerUsd, asOf: dAsOf }));

/** The latest rates. The page shows a failure itself, so there is no toast. */
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

export interface CurrencyPair {
  from: RatedCode;
  to: RatedCode;
}

const historyIn = ({ bDaily, aPoints }: Answer<'GET /rates/history'>['data']) => ({
  daily: bDaily,
  points: aPoints.map(({ dAt, nRate }): Point => ({ at: dAt, rate: nRate })),
});

/** The past rates of a pair. */
export const rateHistoryQuery = ({ from, to }: CurrencyPair, span: RateSpan) =>
  queryOptions({
    ...apiQuery('GET /rates/history', { query: { from, to, span }, anonymous: true }),
    select: historyIn,
    staleTime: freshMs,
    refetchInterval: ({ state }) =>
      state.data && state.data.aPoints.length < fewest ? soonMs : freshMs,
    meta: { quiet: true },
  });

/** The value of one unit of `from` in `to`; undefined when one of them has no rate. */
export function rateOf(rates: readonly Rate[], { from, to }: CurrencyPair): number | undefined {
  const perUsd = (code: RatedCode) => rates.find((rate) => rate.code === code)?.perUsd;
  const [source, target] = [perUsd(from), perUsd(to)];
  return source && target && target / source;
}
