import { expect, test } from 'vitest';
import { pairHistory, type Side, thinned } from './history.ts';

const side = (
  daily: boolean,
  ...quotes: [atMs: number, perUsd: number, inside?: boolean][]
): Side => ({
  daily,
  quotes: quotes.map(([atMs, perUsd, inside = true]) => ({ atMs, perUsd, inside })),
});

const euro = side(true, [0, 0.8, false], [100, 0.9], [200, 0.96]);
const pound = side(true, [0, 0.4, false], [100, 0.3], [200, 0.48]);
const bitcoin = side(false, [90, 0.0001], [150, 0.00008], [250, 0.00002]);

test('two currencies have a rate a day, of the days of the span', () => {
  expect(pairHistory(euro, pound)).toEqual({
    daily: true,
    points: [
      { atMs: 100, rate: 0.333333333333 },
      { atMs: 200, rate: 0.5 },
    ],
  });
});

test('with a coin the times are those of its prices, whichever side it is on', () => {
  expect(pairHistory(bitcoin, euro).points).toEqual([
    { atMs: 90, rate: 8_000 },
    { atMs: 150, rate: 11_250 },
    { atMs: 250, rate: 48_000 },
  ]);
  expect(pairHistory(euro, bitcoin)).toEqual({
    daily: false,
    points: [
      { atMs: 90, rate: 0.000125 },
      { atMs: 150, rate: 0.0000888888888889 },
      { atMs: 250, rate: 0.0000208333333333 },
    ],
  });
});

test('what has no rate yet has no points', () => {
  expect(pairHistory(side(true), bitcoin).points).toEqual([]);
  expect(pairHistory(bitcoin, side(false)).points).toEqual([]);
  expect(pairHistory(side(false, [50, 1]), side(true, [100, 1])).points).toEqual([]);
});

test('too many points are thinned evenly, and the first and the last stay', () => {
  const year = Array.from({ length: 366 }, (_, day) => day);
  const few = thinned(year, 200);
  expect(few).toHaveLength(200);
  expect([few[0], few.at(-1)]).toEqual([0, 365]);
  const steps = few.slice(1).map((day, index) => day - (few[index] ?? 0));
  expect(new Set(steps)).toEqual(new Set([1, 2]));
  expect(thinned([1, 2], 200)).toEqual([1, 2]);
});
