import { expect, test } from 'vitest';
import {
  balanceText,
  coinAmount,
  coinText,
  isPlayMoney,
  rateText,
  unitsTyped,
  worthMinor,
  worthText,
} from './coins.ts';

const rates = { aud: 1, cad: 1, gbp: 1, usd: 64_123.455, eur: 0.01 };

test.each([
  [0, '0'],
  [1, '0.00000001'],
  [100_000_000, '1'],
  [123_456_789, '1.23456789'],
  [50_000_000, '0.5'],
  [8_400_000_000_000_000, '84000000'],
])('COIN-12 %i smallest units are %s coins', (units, words) => {
  expect(coinText(units)).toBe(words);
});

test.each([
  [123_456_789, '1.23456'],
  [999_999_999, '9.99999'],
  [120_000_000, '1.2'],
  [120_000_999, '1.20000'],
  [999, '0.00000'],
  [0, '0'],
])('COIN-13 a balance of %i shows as %s: five decimals at most', (units, words) => {
  expect(balanceText(units)).toBe(words);
});

test('an amount is never parted from the name of its coin', () => {
  expect(coinAmount(50_000_000, 'LTC')).toBe('0.5\u00a0LTC');
});

test.each([
  ['1', 100_000_000],
  ['0.5', 50_000_000],
  ['0,5', 50_000_000],
  ['.5', 50_000_000],
  [' 2. ', 200_000_000],
  ['0.00000001', 1],
  ['0', 0],
  ['', undefined],
  ['.', undefined],
  ['1.234567891', undefined],
  ['1.2.3', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1,000', 100_000_000_000],
])('%j is %s smallest units', (typed, units) => {
  expect(unitsTyped(typed)).toBe(units);
});

test('COIN-14 a rate has two decimals, rounded', () => {
  expect(rateText('BTC', rates.usd, 'usd')).toBe('1 BTC = $64,123.46');
  expect(rateText('LTC', rates.eur, 'eur')).toBe('1 LTC = €0.01');
});

test('coins are worth whole cents, rounded down; less than one is said to be less', () => {
  expect(worthMinor(50_000_000, { rates, currency: 'usd' })).toBe(32_061_73n);
  expect(worthText(50_000_000, { rates, currency: 'usd' })).toBe('≈ $32,061.73');
  expect(worthText(1, { rates, currency: 'usd' })).toBe('less than $0.01');
  expect(worthText(0, { rates, currency: 'usd' })).toBe('≈ $0.00');
  // A sum is what stands above it: each part is rounded down by itself.
  expect(worthText([1_000_008, 1_008], { rates, currency: 'usd' })).toBe('≈ $641.87');
  expect(worthText([1, 0], { rates, currency: 'usd' })).toBe('less than $0.01');
});

test.each([
  ['bcrt1qexample', true],
  ['rltc1qexample', true],
  ['tb1qexample', true],
  ['tltc1qexample', true],
  ['bc1qexample', false],
  ['ltc1qexample', false],
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', false],
])('coins at %s are worth nothing: %s', (address, worthless) => {
  expect(isPlayMoney(address)).toBe(worthless);
});
