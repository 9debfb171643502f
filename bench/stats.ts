/** Medians and ranges over the rounds of a benchmark. */

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** Median, minimum and maximum. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [left = Number.NaN, right = Number.NaN] =
    sorted.length % 2 === 1
      ? [sorted[middle], sorted[middle]]
      : [sorted[middle - 1], sorted[middle]];
  return {
    median: (left + right) / 2,
    low: sorted.at(0) ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
    rounds: values.length,
  };
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** "3,120 (2,980 to 3,300)" */
export function asCount({ median, low, high }: Spread): string {
  return `${whole.format(median)} (${whole.format(low)} to ${whole.format(high)})`;
}

/** "41 % (38 to 44)" */
export function asPercent({ median, low, high }: Spread): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  return `${percent(median)} % (${percent(low)} to ${percent(high)})`;
}
