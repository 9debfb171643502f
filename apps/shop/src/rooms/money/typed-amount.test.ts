import { expect, test } from 'vitest';
import { amountIn, typedAmount } from './typed-amount.ts';

test('WAL-19 the field takes what a number is written with, whatever is typed or pasted', () => {
  expect(typedAmount('$ 1a2,5 0')).toBe('12,50');
  expect(['040', '0', '0.5', '00'].map(typedAmount)).toEqual(['40', '0', '0.5', '0']);
  // What makes another number of it stays, so that it is refused rather than read as another one.
  expect(['-5', '−5', '1e3', '1,000'].map(typedAmount)).toEqual(['-5', '-5', '1e3', '1,000']);
});

test.each([
  ['12', 12_00n],
  ['12.5', 12_50n],
  ['12,5', 12_50n],
  ['12.05', 12_05n],
  ['.5', 50n],
  ['7.', 7_00n],
  ['0', 0n],
  ['0.00', 0n],
  ['1,000', 1_000_00n],
  ['12,345,678.90', 12_345_678_90n],
  [' 1 250 ', 1_250_00n],
  ['$40', 40_00n],
  ['40 €', 40_00n],
  ['', undefined],
  ['.', undefined],
  ['ten', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12.345', undefined],
  ['1.000', undefined],
  ['0,005', undefined],
  ['1.2.3', undefined],
  ['1,00,000', undefined],
  ['1,0000', undefined],
  ['1.000,00', undefined],
  ['12345678901234', undefined],
])(
  'WAL-19 %j is %s cents: a comma groups thousands where it can, else it is a decimal one',
  (typed, minor) => {
    expect(amountIn(typed)).toBe(minor);
  },
);

test('the same is read with as many decimals as there are', () => {
  expect(amountIn('0,005', 8)).toBe(500_000n);
  expect(amountIn('1,000', 8)).toBe(100_000_000_000n);
  expect(amountIn('1.000', 8)).toBe(100_000_000n);
  expect(amountIn('1,000', 0)).toBe(1_000n);
  expect(amountIn('1.5', 0)).toBeUndefined();
});

test.each(['1234,567', '01,000', '01,000,000', '1000,000'])(
  '%j coins is refused: its comma may be of thousands or a decimal one',
  (typed) => {
    expect(amountIn(typed, 8)).toBeUndefined();
  },
);
