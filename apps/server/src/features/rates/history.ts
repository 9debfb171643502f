/** Rate history of a pair, computed from the US dollar rates of both sides. For display only. */
import {
  type Coin,
  coins,
  mostRatePoints,
  type RatedCode,
  type RateSpan,
} from '@giftlane/contract/money/coins.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { coinPrices, currencyDays } from './queries.ts';

/** Units per US dollar at a time. */
interface Quote {
  readonly atMs: number;
  readonly perUsd: number;
  /** False for a quote before the span, used only until the next one. */
  readonly inside: boolean;
}

/** One side of a pair, in order of time. */
export interface Side {
  readonly daily: boolean;
  readonly quotes: readonly Quote[];
}

interface RatePoint {
  readonly atMs: number;
  readonly rate: number;
}

interface PairHistory {
  readonly daily: boolean;
  readonly points: readonly RatePoint[];
}

/** Significant digits that survive a division and a multiplication of doubles. */
const digits = 12;

/**
 * Rates of `from` in `to`, at the times of the finer side: coins have prices at times of their own, reference
 * rates hold until the next one.
 */
export function pairHistory(from: Side, to: Side): PairHistory {
  const [lead, other] = from.daily && !to.daily ? [to, from] : [from, to];
  const points: RatePoint[] = [];
  let next = 0;
  for (const quote of lead.quotes) {
    while ((other.quotes[next]?.atMs ?? Number.POSITIVE_INFINITY) <= quote.atMs) next += 1;
    const held = other.quotes[next - 1];
    if (!held || !quote.inside) continue;
    const rate = lead === from ? held.perUsd / quote.perUsd : quote.perUsd / held.perUsd;
    points.push({ atMs: quote.atMs, rate: Number(rate.toPrecision(digits)) });
  }
  return { daily: lead.daily, points: thinned(points, mostRatePoints) };
}

/** Picks at most `most` points evenly, including the first and the last. */
export function thinned<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

/** Lengths of spans, and the distance between coin prices in them. */
const spans: Record<RateSpan, { spanMs: number; stepMs: number }> = {
  day: { spanMs: days(1), stepMs: minutes(10) },
  week: { spanMs: days(7), stepMs: hours(1) },
  month: { spanMs: days(30), stepMs: hours(4) },
  year: { spanMs: days(365), stepMs: days(2) },
};

const isCoin = (code: RatedCode): code is Coin => coins.some((coin) => coin === code);

async function readSide(db: Queryable, code: RatedCode, span: RateSpan): Promise<Side> {
  if (isCoin(code)) {
    const prices = await coinPrices(db, code, spans[span]);
    const quotes = prices.map(({ takenAt, usd }) => ({
      atMs: takenAt.getTime(),
      perUsd: 1 / Number(usd),
      inside: true,
    }));
    return { daily: false, quotes };
  }
  const stored = await currencyDays(db, code, spans[span].spanMs);
  const quotes = stored.map(({ asOf, perUsd, inside }) => ({
    atMs: Date.parse(asOf),
    perUsd: Number(perUsd),
    inside,
  }));
  return { daily: true, quotes };
}

/** The rate history of a pair; empty if one side has no rates. */
export async function readHistory(
  db: Queryable,
  { from, to, span }: { from: RatedCode; to: RatedCode; span: RateSpan },
): Promise<PairHistory> {
  const [fromSide, toSide] = await Promise.all([readSide(db, from, span), readSide(db, to, span)]);
  return pairHistory(fromSide, toSide);
}
