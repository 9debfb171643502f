/** Outlier detection for rates. Only compares, never converts money, so doubles suffice. */
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { days } from '../../platform/process/durations.ts';
import type { DayRates } from '../../providers/rates/port.ts';

/** A rate far from most others near its day. */
interface Leap {
  readonly asOf: string;
  readonly currency: Currency;
  readonly perUsd: string;
  /** True if it is stored already. */
  readonly stored: boolean;
  /** The nearest contradicting day. */
  readonly otherAsOf: string;
  readonly otherPerUsd: string;
}

interface Limits {
  /** The largest allowed ratio of two rates, in either direction. */
  readonly factor: number;
  /** The largest distance of a neighbour, in days. */
  readonly withinDays: number;
}

interface Day extends DayRates {
  readonly number: number;
  readonly stored: boolean;
}

const numbered = (some: readonly DayRates[], stored: boolean): Day[] =>
  some.map((day) => ({ ...day, stored, number: Date.parse(day.asOf) / days(1) }));

/**
 * Outliers among the given days and the stored days from the first given one on, by day: rates that differ by
 * more than `factor` from most others, given or stored, within `withinDays`.
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
