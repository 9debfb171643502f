import { expect, test } from 'vitest';
import { hours, minutes } from '../../platform/process/durations.ts';
import { mostPrices } from '../../providers/rates/port.ts';
import { keptMs, missingDays, questionsOf } from './spans.ts';

const now = Date.parse('2026-11-21T10:02:30Z');
const ago = (ms: number) => now - ms;

test('a few minutes are one question for five-minute prices', () => {
  const span = { fromMs: ago(minutes(7)), toMs: now };
  expect(questionsOf(span, now)).toEqual([{ step: 'fiveMinutes', ...span }]);
});

test('a year is asked for without holes, coarser the older it is, never more than an answer holds', () => {
  const stepMs = { fiveMinutes: minutes(5), hour: hours(1), day: hours(24) };
  const questions = questionsOf({ fromMs: 0, toMs: now }, now);
  expect(questions.map(({ step }) => step)).toEqual([
    'day',
    'day',
    'hour',
    'hour',
    'hour',
    'fiveMinutes',
    'fiveMinutes',
  ]);
  expect(questions[0]?.fromMs).toBe(ago(keptMs));
  expect(questions.at(-1)?.toMs).toBe(now);
  expect(questions.slice(1).map(({ fromMs }) => fromMs)).toEqual(
    questions.slice(0, -1).map(({ toMs }) => toMs),
  );
  const lengths = questions.map(({ step, fromMs, toMs }) => (toMs - fromMs) / stepMs[step]);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(mostPrices);
});

test('nothing is asked about what is not in the past year', () => {
  expect(questionsOf({ fromMs: now, toMs: now }, now)).toEqual([]);
  expect(questionsOf({ fromMs: 0, toMs: ago(keptMs) }, now)).toEqual([]);
});

const dates = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(from) + hours(24 * day)).toISOString().slice(0, 10),
  );

test('an empty store misses the whole year', () => {
  expect(missingDays([], now)).toEqual({ from: '2025-11-21', to: '2026-11-21' });
});

test('a long weekend is no gap, two weeks are', () => {
  const spring = dates('2025-11-22', 150);
  const after = (date: string) => [...spring, ...dates(date, 365).filter((d) => d <= '2026-11-21')];
  const last = spring.at(-1) ?? '';
  expect(last).toBe('2026-04-20');
  expect(missingDays(after('2026-04-25'), now)).toBeUndefined();
  expect(missingDays(after('2026-05-04'), now)).toEqual({ from: last, to: '2026-05-04' });
});
