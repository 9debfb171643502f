/** Where things are in a chart, in shares of its width and height. */

export interface Point {
  at: string;
  value: number;
}

export interface Placed {
  /** 0 is the left edge, 1 the right one. */
  x: number;
  /** 0 is the top, 1 the bottom. */
  y: number;
}

export interface Scale {
  /** The values that lines are drawn for, lowest first. */
  ticks: readonly number[];
  /** How many decimals the ticks have. */
  decimals: number;
  placed: readonly Placed[];
  firstMs: number;
  lastMs: number;
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** The smallest round step that needs no more than the wished number of them. */
function roundStep(range: number, wishedSteps: number): number {
  const power = 10 ** Math.floor(Math.log10(range / wishedSteps));
  const round = roundSteps.find((step) => step * power * wishedSteps >= range) ?? 10;
  return round * power;
}

/** Decimals that a step needs to be written out. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals += 1) {
    if (Math.abs(Number(step.toFixed(decimals)) / step - 1) < 1e-9) return decimals;
  }
  return 12;
}

/**
 * Lays points out, oldest left, lowest below. There has to be at least one. `floor` is drawn, too, where the
 * distance from it means something. A low drawing has room for fewer steps.
 */
export function scaleOf(points: readonly Point[], floor?: number, wishedSteps = 4): Scale {
  const values = points.map(({ value }) => value);
  const all = floor === undefined ? values : [...values, floor];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  // What never moves is a line in the middle.
  const room = highest > lowest ? 0 : highest * 0.01 || 1;
  const step = roundStep(highest - lowest + 2 * room, wishedSteps);
  const first = Math.floor((lowest - room) / step);
  const last = Math.ceil((highest + room) / step);
  const [bottom, top] = [first * step, last * step];
  const times = points.map(({ at }) => Date.parse(at));
  const [firstMs = 0, lastMs = 0] = [times[0], times.at(-1)];
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
    decimals: decimalsOf(step),
    placed: points.map(({ value }, index) => ({
      x: lastMs > firstMs ? ((times[index] ?? firstMs) - firstMs) / (lastMs - firstMs) : 0.5,
      y: (top - value) / (top - bottom),
    })),
    firstMs,
    lastMs,
  };
}

/** Where a tick is, from the top. */
export function heightOf({ ticks }: Scale, tick: number): number {
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  return (top - tick) / (top - bottom);
}

/** The index of the point nearest to a share of the width. */
export function nearest({ placed }: Scale, x: number): number {
  return placed.reduce(
    (best, { x: at }, index) =>
      Math.abs(at - x) < Math.abs((placed[best]?.x ?? 0) - x) ? index : best,
    0,
  );
}
