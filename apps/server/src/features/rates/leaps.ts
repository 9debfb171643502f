/** Which rates are far from their neighbours in time. Judged, never paid by: doubles are good enough. */
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { days } from '../../platform/process/durations.ts';
import type { DayRates } from '../../providers/rates/port.ts';

/** A rate that is far from most others of about the same time. */
interface Leap {
  readonly asOf: string;
  readonly currency: Currency;
  readonly perUsd: string;
  /** It is in the store already. */
  readonly stored: boolean;
  /** The nearest one it contradicts. */
  readonly otherAsOf: string;
  readonly otherPerUsd: string;
}

interface Limits {
  /** How many times the one or the other the two may be, at the most. */
  readonly factor: number;
  /** How far away a neighbour is at most. */
  readonly withinDays: number;
}

interface Day extends DayRates {
  readonly number: number;
  readonly stored: boolean;
}

const numbered = (some: readonly DayRates[], stored: boolean): Day[] =>
  some.map((day) => ({ ...day, stored, number: Date.parse(day.asOf) / days(1) }));

/**
 * Of the days that are given, and of those stored since the first of them, the rates that differ by more than
 * `factor` from most of the others, given or stored, that are at most `withinDays` away; in order of days.
 */
export function leaps(
  given: readonly DayRates[],
  stored: readonly DayRates[],
  { factor, withinDays }: Limits,
): Leap[] {
  const all = [...numbered(given, false), ...numbered(stored, true)];
  const first = Math.min(...all.filter((day) => !day.stored).map(({ number }) => number));
  const judged = all.filter(({ number }) => number >= first).sort((a, b) => a.number - b.number);
  return judged.flatMap((day) => {
    const away = (other: Day) => Math.abs(other.number - day.number);
    const near = all
      .filter((other) => away(other) > 0 && away(other) <= withinDays)
      .sort((a, b) => away(a) - away(b));
    return currencies.flatMap((currency) => {
      const far = near.filter((other) => {
        const times = Number(day.perUsd[currency]) / Number(other.perUsd[currency]);
        return Math.max(times, 1 / times) > factor;
      });
      const [other] = far;
      if (!other || far.length <= near.length - far.length) return [];
      const { asOf, perUsd, stored } = day;
      const contradicted = { otherAsOf: other.asOf, otherPerUsd: other.perUsd[currency] };
      return [{ asOf, currency, perUsd: perUsd[currency], stored, ...contradicted }];
    });
  });
}
