/** Durations a process measures of itself. They are kept only where `/metrics` is served. */

export interface Meter {
  readonly name: string;
  readonly help: string;
  /** Names of labels; each has few values, known in the code. */
  readonly labels: readonly string[];
  /** Upper bounds of the histogram's buckets, in seconds. */
  readonly buckets: readonly number[];
}

export type Labels = Readonly<Record<string, string>>;
type Keep = (meter: Meter, labels: Labels, seconds: number) => void;

let keep: Keep | undefined;
const defined: Meter[] = [];

/** All meters of this process. */
export const meters: readonly Meter[] = defined;

/** From a tenth of a millisecond to ten seconds. */
export const quickBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3, 10];
/** From ten milliseconds to an hour. */
export const slowBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 3600];

/** Defines a histogram; returns the function that adds a duration in seconds. */
export function meter(meter: Meter): (labels: Labels, seconds: number) => void {
  defined.push(meter);
  return (labels, seconds) => keep?.(meter, labels, seconds);
}

/** From now on durations are handed to `keeper`. */
export function keepMeters(keeper: Keep): void {
  keep = keeper;
}

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (beganMs: number): number => (performance.now() - beganMs) / 1_000;
