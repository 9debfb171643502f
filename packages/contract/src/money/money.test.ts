import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountSchema } from './amounts.ts';
import {
  currencies,
  defaultCurrency,
  formatMoney,
  fromDecimalText,
  fromWire,
  lineAmounts,
  type PricedLine,
  percentFromWire,
  percentToWire,
  shareOf,
  sumLines,
  supportedCurrency,
  toDecimalText,
  toWire,
  walletShare,
} from './money.ts';
import { paidRows, sumRows } from './sums.ts';

const line = (change: Partial<PricedLine> = {}): PricedLine => ({
  quantity: 1,
  priceMinor: 10_00n,
  discountBp: 0,
  cashbackBp: 0,
  serviceChargeBp: 0,
  ...change,
});

test('CONST-01, CONST-03 the five currencies, and usd where none was chosen', () => {
  expect(currencies).toEqual(['aud', 'cad', 'gbp', 'usd', 'eur']);
  expect(defaultCurrency).toBe('usd');
});

test('CONST-05 an unsupported stored currency is reset to usd', () => {
  expect(['eur', 'jpy', '', null, 7, 'USD'].map(supportedCurrency)).toEqual([
    'eur',
    'usd',
    'usd',
    'usd',
    'usd',
    'usd',
  ]);
});

test('CONST-04 money is shown as in en-US', () => {
  expect(formatMoney(1_234_50n, 'usd')).toBe('$1,234.50');
  expect(formatMoney(5n, 'gbp')).toBe('£0.05');
  expect(formatMoney(-12_50n, 'eur')).toBe('−€12.50');
});

test('CART-10 service charge = quantity x nServiceCharge% x price', () => {
  const amounts = lineAmounts(line({ quantity: 3, priceMinor: 9_99n, serviceChargeBp: 125 }));
  expect(amounts.serviceChargeMinor).toBe(37n); // 37.4625
});

test('CART-11, CART-14 discount = quantity x nDiscount% x price, taken off the line price', () => {
  const amounts = lineAmounts(line({ quantity: 3, priceMinor: 9_99n, discountBp: 1250 }));
  expect(amounts.discountMinor).toBe(3_75n); // 374.625
  expect(amounts.linePriceMinor).toBe(29_97n - 3_75n);
});

test('CART-12 cashback = quantity x nCashBack% x price', () => {
  expect(lineAmounts(line({ quantity: 7, cashbackBp: 333 })).cashbackMinor).toBe(2_33n); // 233.1
});

test('CART-13 total payable = subtotal + service charge - discount, as the sum of its lines', () => {
  const lines = [
    line({ quantity: 2, priceMinor: 19_99n, serviceChargeBp: 199, discountBp: 501 }),
    line({ quantity: 5, priceMinor: 1n, serviceChargeBp: 9999 }),
  ].map(lineAmounts);
  const sum = sumLines(lines);
  expect(sum.payableMinor).toBe(sum.subtotalMinor + sum.serviceChargeMinor - sum.discountMinor);
  expect(sum.payableMinor).toBe(lines.reduce((all, one) => all + one.payableMinor, 0n));
});

test('CART-15 the wallet covers min(balance, total payable)', () => {
  expect(walletShare(30n, 50n)).toBe(30n);
  expect(walletShare(80n, 50n)).toBe(50n);
  expect(walletShare(0n, 50n)).toBe(0n);
});

test('a share is rounded half up to the minor unit', () => {
  expect(shareOf(50n, 100)).toBe(1n); // 0.5
  expect(shareOf(49n, 100)).toBe(0n); // 0.49
  expect(shareOf(150n, 100)).toBe(2n); // 1.5
});

test('12 rounding of lines never makes or loses a unit of the total', () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 1000 }),
    priceMinor: fc.bigInt({ min: 1n, max: 500_000n }),
    discountBp: fc.integer({ min: 0, max: 10_000 }),
    cashbackBp: fc.integer({ min: 0, max: 10_000 }),
    serviceChargeBp: fc.integer({ min: 0, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
      const amounts = lines.map(lineAmounts);
      const sum = sumLines(amounts);
      expect(sum.payableMinor).toBe(sum.subtotalMinor + sum.serviceChargeMinor - sum.discountMinor);
      for (const { payableMinor, linePriceMinor } of amounts) {
        expect(payableMinor >= 0n && linePriceMinor >= 0n).toBe(true);
      }
    }),
  );
});

test('amounts and percents survive the wire', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), (minor) => {
      expect(fromWire(toWire(minor))).toBe(minor);
      expect(amountSchema.safeParse(toWire(minor)).success).toBe(true);
      expect(fromDecimalText(toDecimalText(minor))).toBe(minor);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (bp) => {
      expect(percentFromWire(percentToWire(bp))).toBe(bp);
    }),
  );
});

test('a third decimal, what is no number and what is too large are refused', () => {
  for (const bad of [0.001, -0.01, 1e308, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
    expect(amountSchema.safeParse(bad).success).toBe(false);
});

test('a provider’s amount with a third decimal, a sign or letters is none', () => {
  for (const bad of ['1.234', '-1.00', '1e3', '', '1,00', ' 1'])
    expect(fromDecimalText(bad)).toBeUndefined();
  expect(fromDecimalText('12.5')).toBe(12_50n);
});

test('CART-13 totals are told so that each line follows from those above, and one says once what the cards come to', () => {
  const told = (discountBp: number, serviceChargeBp: number) => {
    const line = { quantity: 3, priceMinor: 10_00n, discountBp, serviceChargeBp, cashbackBp: 0 };
    return sumRows(sumLines([lineAmounts(line)])).map(({ kind, minor }) => `${kind} ${minor}`);
  };
  expect(told(0, 0)).toEqual(['subtotal 3000', 'total 3000']);
  expect(told(500, 0)).toEqual(['subtotal 3000', 'discount -150', 'total 2850']);
  expect(told(0, 200)).toEqual(['subtotal 3000', 'serviceCharge 60', 'total 3060']);
  expect(told(500, 200)).toEqual([
    'subtotal 3000',
    'discount -150',
    'afterDiscount 2850',
    'serviceCharge 60',
    'total 2910',
  ]);
});

test('what paid for an order adds up to its total, without a minus', () => {
  const told = (gateway: 'PayPal' | 'Wallet', walletMinor: bigint) =>
    paidRows({ gateway, totalMinor: 24_01n, walletMinor }).map(
      ({ label, minor }) => `${label} ${minor}`,
    );
  expect(told('PayPal', 14_21n)).toEqual(['Paid from your wallet 1421', 'Paid by card 980']);
  expect(told('PayPal', 0n)).toEqual(['Paid by card 2401']);
  expect(told('Wallet', 24_01n)).toEqual(['Paid from your wallet 2401']);
});
