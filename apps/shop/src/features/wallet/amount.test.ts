import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';

test.each([
  ['12', 12_00n],
  ['12.5', 12_50n],
  ['12.05', 12_05n],
  ['.5', 50n],
  ['7.', 7_00n],
  ['0', undefined],
  ['0.00', undefined],
  ['', undefined],
  ['12.345', undefined],
  ['1.2.3', undefined],
  ['12345678901234', undefined],
])('WAL-19 %j is %s cents', (typed, minor) => {
  expect(amountOf(typed)).toBe(minor);
});
