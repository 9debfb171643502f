/** Believable coin prices that are the same on every machine: a function of the time alone. */
import { type Wave, wander } from './rates.ts';

/** Upper-case coin to what one costs in US dollars. */
export type UsdPer = Readonly<Record<string, number>>;

/** `[start of the bucket in seconds, low, high, open, close, volume]` */
export type Candle = readonly [number, number, number, number, number, number];

const middle = new Map([
  ['BTC', 94_300],
  ['LTC', 103],
]);

const known = [...middle.keys()];

/** Coins go up and down in hours as currencies do in months. */
const waves: readonly Wave[] = [
  { days: 0.07, height: 0.0009 },
  { days: 0.31, height: 0.0031 },
  { days: 0.9, height: 0.006 },
  { days: 3.7, height: 0.013 },
  { days: 11.3, height: 0.026 },
  { days: 41, height: 0.05 },
  { days: 173, height: 0.11 },
];

/** The price of a coin at a moment, in cents as exchanges quote it; undefined for another coin. */
export function priceAt(coin: string, timeMs: number): number | undefined {
  const about = middle.get(coin);
  if (about === undefined) return undefined;
  return Number((about * (1 + wander(waves, known.indexOf(coin) * 2, timeMs))).toFixed(2));
}

/** One candle; `priceOf` answers the price at a moment, which for the one under way is now. */
export function candleAt(
  startS: number,
  granularityS: number,
  priceOf: (timeMs: number) => number,
): Candle {
  const at = (part: number) =>
    priceOf(Math.min(Date.now(), (startS + granularityS * part) * 1_000));
  const [open, close] = [at(0), at(1)];
  const seen = [open, at(0.25), at(0.5), at(0.75), close];
  return [startS, Math.min(...seen), Math.max(...seen), open, close, granularityS / 60];
}
