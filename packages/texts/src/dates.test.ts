import { expect, test } from 'vitest';
import { formatDate, formatTime } from './dates.ts';

// Noon without a zone is noon where the viewer is, wherever that is.
test('CONST-06: dates are shown as DD-MMM-YYYY', () => {
  expect(formatDate('2026-03-04T12:00:00.000')).toBe('04-Mar-2026');
});

test('CONST-07: times are shown as hh:mm A', () => {
  expect(formatTime('2026-03-04T15:07:00.000')).toBe('03:07 PM');
});
