import { expect, test } from 'vitest';
import { addRefusal, type Terms } from './terms.ts';
import { amountOf } from './use-amount.ts';

const oAdd = { nLeast: 5, nLeft: 500, nPerDay: 500, nPerDayVerified: 500 };

test('WAL-20 no amount is what is empty, nothing or less', () => {
  expect(['', '0', '0.00', '-5', '1e3', '1.000'].map(amountOf)).toEqual(Array(6).fill(undefined));
  expect(amountOf('40')).toBe(40_00n);
});

test('an amount below the least or above what the day allows is refused', () => {
  const refused = [4_99n, 5_00n, 500_00n, 500_01n].map(
    (minor) => addRefusal({ eCurrency: 'usd', oAdd } as Terms, minor) !== undefined,
  );
  expect(refused).toEqual([true, false, false, true]);
});
