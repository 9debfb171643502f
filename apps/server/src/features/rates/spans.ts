/** Spans to request from the feeds: only what is missing, at the resolution that is kept. */
import { days, hours, minutes } from '../../platform/process/durations.ts';
import { mostPrices, type PriceSpan, type PriceStep } from '../../providers/rates/port.ts';

/** Age limit of requested rates. */
export const keptMs = days(365);

const stepMs: Record<PriceStep, number> = {
  fiveMinutes: minutes(5),
  hour: hours(1),
  day: days(1),
};

/** Resolution of requested prices by age, oldest first. */
const bands: readonly { step: PriceStep; fromAgeMs: number; toAgeMs: number }[] = [
  { step: 'day', fromAgeMs: keptMs, toAgeMs: days(30) },
  { step: 'hour', fromAgeMs: days(30), toAgeMs: days(2) },
  { step: 'fiveMinutes', fromAgeMs: days(2), toAgeMs: 0 },
];

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function* pieces({ fromMs, toMs }: Span, longestMs: number): Generator<Span> {
  for (let at = fromMs; at < toMs; at += longestMs)
    yield { fromMs: at, toMs: Math.min(at + longestMs, toMs) };
}

/** Requests that cover a span of prices, oldest first; each is one call of the feed. */
export function questionsOf(span: Span, nowMs: number): PriceSpan[] {
  return bands.flatMap(({ step, fromAgeMs, toAgeMs }) => {
    const band = {
      fromMs: Math.max(span.fromMs, nowMs - fromAgeMs),
      toMs: Math.min(span.toMs, nowMs - toAgeMs),
    };
    return [...pieces(band, stepMs[step] * mostPrices)].map((piece) => ({ step, ...piece }));
  });
}

/** Weekends, with holidays around them, have no rates. */
const usualGapMs = days(7);

const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** The range to request when days are missing; `stored` are those of the last year, in order. */
export function missingDays(
  stored: readonly string[],
  nowMs: number,
): { from: string; to: string } | undefined {
  const known = [dateOf(nowMs - keptMs), ...stored, dateOf(nowMs)];
  const gaps = known.slice(1).flatMap((to, index) => {
    const from = known[index] ?? to;
    return Date.parse(to) - Date.parse(from) > usualGapMs ? [{ from, to }] : [];
  });
  const [first, last] = [gaps[0], gaps.at(-1)];
  return first && last && { from: first.from, to: last.to };
}
