import { expect, test } from 'vitest';
import { daysOf, isPeriod, sizeText } from './statement.ts';

test.each([
  ['month', '2026-03-09T23:30', '2026-03-01', '2026-03-09'],
  ['lastMonth', '2026-03-09T23:30', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-31T00:00', '2025-12-01', '2025-12-31'],
  ['year', '2026-03-09T23:30', '2026-01-01', '2026-03-09'],
] as const)('the period %s at %s is %s to %s', (period, now, from, to) => {
  expect(daysOf(period, new Date(now))).toEqual({ from, to });
});

test('a period has two days, the first not behind the last', () => {
  expect(isPeriod({ from: '2026-02-01', to: '2026-02-01' })).toBe(true);
  expect(isPeriod({ from: '2026-02-02', to: '2026-02-01' })).toBe(false);
  expect(isPeriod({ from: '', to: '2026-02-01' })).toBe(false);
  expect(isPeriod({ from: '0202-02-01', to: '2026-02-01' })).toBe(false);
});

test('sizes are said in kilobytes, then in megabytes', () => {
  expect([900, 12_400, 3_460_000].map(sizeText)).toEqual(['1 kB', '12 kB', '3.5 MB']);
});
