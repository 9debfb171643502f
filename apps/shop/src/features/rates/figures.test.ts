import { expect, test } from 'vitest';
import { formatAmount, formatChange, formatRate, formatTyped, readAmount } from './figures.ts';

test.each([
  ['100', 100],
  [' 1 250 ', 1_250],
  ['1,250.50', 1_250.5],
  ['999,999,999', 999_999_999],
  ['.5', 0.5],
  ['0.00000001', 0.00000001],
  ['5.', 5],
  ['1,5', 1.5],
  ['12,34', 12.34],
  ['0', 0],
])('%j is an amount', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test.each(['', ' ', '.', 'ten', '-1', '1e3', '1.2.3', '0x10', '0.123456789', 'Infinity'])(
  '%j is none',
  (typed) => {
    expect(readAmount(typed)).toBeUndefined();
  },
);

test('currencies have two decimals, coins up to eight, and little is not nothing', () => {
  expect(formatAmount(1_234.5, 'usd')).toBe('$1,234.50');
  expect(formatAmount(0.00095, 'eur')).toBe('€0.00095');
  expect(formatAmount(0, 'gbp')).toBe('£0.00');
  expect(formatAmount(0.0000001049, 'btc')).toBe('0.0000001 BTC');
  expect(formatAmount(2, 'ltc')).toBe('2 LTC');
  expect(formatTyped(1.005, 'usd')).toBe('$1.005');
});

test('a rate has the decimals that mean something', () => {
  expect(formatRate(0.92, 'eur')).toBe('0.9200');
  expect(formatRate(94_312.074, 'usd')).toBe('94,312.07');
  expect(formatRate(99.2204, 'usd')).toBe('99.22');
  expect(formatRate(0.000010602, 'btc')).toBe('0.0000106');
  expect(formatRate(934.0118924, 'ltc')).toBe('934.01');
  expect(formatChange(100, 101.234)).toBe('+1.23%');
  expect(formatChange(100, 98)).toBe('−2.00%');
  expect(formatChange(1, 1)).toBe('0.00%');
});
