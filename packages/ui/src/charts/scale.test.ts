import { expect, test } from 'vitest';
import { heightOf, nearest, scaleOf } from './scale.ts';

const points = (...values: number[]) =>
  values.map((value, hour) => ({
    at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
    value,
  }));

test('lines are drawn at round rates, with all points between the outer ones', () => {
  const scale = scaleOf(points(94_310, 95_820, 93_150));
  expect(scale.ticks).toEqual([93_000, 94_000, 95_000, 96_000]);
  expect(scale.decimals).toBe(0);
  expect(scale.placed.every(({ y }) => y >= 0 && y <= 1)).toBe(true);
  expect(scale.placed.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(heightOf(scale, 96_000)).toBe(0);
  expect(heightOf(scale, 93_000)).toBe(1);
});

test.each([
  [[0.9152, 0.9318], 3],
  [[0.0000106, 0.00001082], 7],
  [[160.2, 160.9], 1],
])('the ticks of %j are written with %d decimals', (rates, decimals) => {
  const scale = scaleOf(points(...rates));
  expect(scale.decimals).toBe(decimals);
  const written = scale.ticks.map((tick) => tick.toFixed(scale.decimals));
  expect(new Set(written).size).toBe(scale.ticks.length);
});

test('a rate that does not move is a line in the middle, one point a dot in it', () => {
  for (const flat of [points(0.9, 0.9), points(0.9)]) {
    const [first] = scaleOf(flat).placed;
    expect(first?.y).toBeGreaterThan(0.2);
    expect(first?.y).toBeLessThan(0.8);
  }
  expect(scaleOf(points(0.9)).placed[0]?.x).toBe(0.5);
});

test('a place is read as the nearest point', () => {
  const scale = scaleOf(points(1, 2, 3, 4, 5));
  expect([0, 0.13, 0.5, 0.95, 1.2, -1].map((x) => nearest(scale, x))).toEqual([0, 1, 2, 4, 4, 0]);
});

test('a floor is drawn, too; nothing at all lies on it or above', () => {
  expect(scaleOf(points(80, 95), 0).ticks[0]).toBe(0);
  const [zero] = scaleOf(points(0, 0), 0).placed;
  expect(zero?.y).toBeGreaterThanOrEqual(0);
  expect(zero?.y).toBeLessThanOrEqual(1);
});
