import { expect, test } from 'vitest';
import { leaps } from './leaps.ts';

const limits = { factor: 1.25, withinDays: 10 };

const day = (number: number, eur = '0.9') => ({
  asOf: `2026-05-${String(number).padStart(2, '0')}`,
  perUsd: { aud: '1.5', cad: '1.4', gbp: '0.75', usd: '1', eur },
});

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => day(from + index));

test('24 a rate that contradicts most of its neighbours leaps, with the nearest it contradicts', () => {
  const given = [...span(1, 4), day(5, '1.2'), ...span(6, 9)];
  expect(leaps(given, [], limits)).toEqual([
    {
      asOf: '2026-05-05',
      currency: 'eur',
      perUsd: '1.2',
      stored: false,
      otherAsOf: '2026-05-04',
      otherPerUsd: '0.9',
    },
  ]);
  // Up or down, and exactly the factor is none.
  expect(leaps([...span(1, 4), day(5, '0.7')], [], limits)).toHaveLength(1);
  expect(leaps([...span(1, 4), day(5, '1.125')], [], limits)).toEqual([]);
});

test('24 stored days vote, and are judged from the first given one on', () => {
  const found = leaps(span(6, 9), [...span(1, 4), day(5, '1.2'), day(8, '1.2')], limits);
  expect(found.map(({ asOf, stored }) => [asOf, stored])).toEqual([['2026-05-08', true]]);
  expect(leaps([day(6, '1.2')], span(1, 2), limits)).toHaveLength(1);
});

test('24 alone, or far away in time, is no leap; of two that contradict each other both are', () => {
  expect(leaps([day(6, '1.2')], [], limits)).toEqual([]);
  expect(leaps([day(12, '1.2')], [day(1)], limits)).toEqual([]);
  const both = leaps([day(6, '1.2'), day(7)], [], limits);
  expect(both.map(({ asOf }) => asOf)).toEqual(['2026-05-06', '2026-05-07']);
});
