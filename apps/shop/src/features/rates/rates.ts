import { send } from '@giftlane/client/api.ts';
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

/** The latest rates. The page says itself what went wrong. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }): Promise<readonly Rate[]> => {
    const { data } = await send('GET /rates', { signal });
    return data.map(({ eCode, nPerUsd, dAsOf }) => ({ code: eCode, perUsd: nPerUsd, asOf: dAsOf }));
  },
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

/** How the rate of a pair went. */
export const historyQuery = ({ from, to }: Pair, span: RateSpan) =>
  queryOptions({
    queryKey: ['rate-history', from, to, span],
    queryFn: async ({ signal }) => {
      const { data } = await send('GET /rates/history', { query: { from, to, span }, signal });
      const points = data.aPoints.map(({ dAt, nRate }): Point => ({ at: dAt, rate: nRate }));
      return { daily: data.bDaily, points };
    },
    staleTime: freshMs,
    refetchInterval: ({ state }) =>
      state.data && state.data.points.length < fewest ? soonMs : freshMs,
    meta: { quiet: true },
  });

/** What one of `from` buys of `to`; undefined when one of them has no rate. */
export function rateOf(rates: readonly Rate[], { from, to }: Pair): number | undefined {
  const perUsd = (code: RatedCode) => rates.find((rate) => rate.code === code)?.perUsd;
  const [source, target] = [perUsd(from), perUsd(to)];
  return source && target && target / source;
}
