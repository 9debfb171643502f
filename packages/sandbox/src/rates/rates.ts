/** Believable exchange rates that are the same on every machine: a function of the time alone. */
import { currencies } from '@giftlane/contract/money/money.ts';

/** Upper-case currency to what one US dollar buys of it. */
export type PerUsd = Readonly<Record<string, number>>;

/** The middle each rate wanders about. */
const middle: PerUsd = { AUD: 1.52, CAD: 1.37, EUR: 0.92, GBP: 0.785, USD: 1 };

export const known = currencies.map((currency) => currency.toUpperCase());

/** A length in days and a height as a share of the rate. */
export interface Wave {
  readonly days: number;
  readonly height: number;
}

/** Currencies are out of step with each other. */
const waves: readonly Wave[] = [
  { days: 0.9, height: 0.0006 },
  { days: 3.7, height: 0.0018 },
  { days: 11.3, height: 0.004 },
  { days: 41, height: 0.009 },
  { days: 173, height: 0.014 },
];

export const dayMs = 24 * 60 * 60 * 1000;

/** Five significant digits after the point, as central banks publish them. */
const rounded = (rate: number) => Number(rate.toFixed(5));

/** How far something is from its middle at a moment, as a share; `index` puts it out of step. */
export function wander(of: readonly Wave[], index: number, timeMs: number): number {
  return of.reduce((sum, { days, height }, wave) => {
    const turn = (timeMs / dayMs / days + index * 0.377 + wave * 0.191) * 2 * Math.PI;
    return sum + height * Math.sin(turn);
  }, 0);
}

/** The rates at a moment. */
export function ratesAt(timeMs: number): PerUsd {
  return Object.fromEntries(
    known.map((code, index) => {
      const about = middle[code] ?? 1;
      return [code, code === 'USD' ? 1 : rounded(about * (1 + wander(waves, index, timeMs)))];
    }),
  );
}

/** The same rates seen from another base; only `symbols`, without the base itself. */
export function quotedIn(perUsd: PerUsd, base: string, symbols: readonly string[]): PerUsd {
  const own = perUsd[base] ?? 1;
  return Object.fromEntries(
    symbols
      .filter((code) => code !== base)
      .map((code) => [code, rounded((perUsd[code] ?? 1) / own)]),
  );
}

/** The date of a moment, UTC. */
export const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Noon of a date, UTC; undefined when it is not a date. */
export function noonOf(date: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T12:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The moments of a history: 24 hours for one day, else one noon a day, oldest first. */
export function momentsOf(days: number, nowMs: number): number[] {
  const stepMs = days === 1 ? dayMs / 24 : dayMs;
  const steps = days === 1 ? 24 : days;
  return Array.from({ length: steps + 1 }, (_, step) => nowMs - (steps - step) * stepMs);
}
