import { expect, test } from 'vitest';
import { fullCoinAmount } from '../coins/coins.ts';
import { isCoinGateway, unitsFor } from './coin-payment.ts';

test.each([
  // $10.00 at $100,000.00 a coin is exactly a ten-thousandth.
  [10_00n, 100_000, 10_000],
  [4_90n, 100_489, 4_877],
  // Fractions of a unit are rounded up: the shop is never underpaid.
  [1n, 64_000.01, 16],
  [0n, 100_000, 0],
])('OPEN-47: %s minor units at %s take %s smallest units', (minor, rate, units) => {
  expect(unitsFor(minor, rate)).toBe(units);
});

test.each([
  [1, '0.00000001\u00a0BTC'],
  [100_000_000, '1.00000000\u00a0BTC'],
  [8_400_000_000_000_001, '84000000.00000001\u00a0BTC'],
])('%s smallest units are told with all decimals', (units, told) => {
  expect(fullCoinAmount(units, 'BTC')).toBe(told);
});

test('PAY-01 only coins are coins', () => {
  const gateways = ['PayPal', 'Wallet', 'BitCoin', 'LiteCoin'] as const;
  expect(gateways.filter(isCoinGateway)).toEqual(['BitCoin', 'LiteCoin']);
});
