import { expect, test } from 'vitest';
import { amountsOf, eachOf, totalsOf } from './prices.ts';

const card = { nPrice: 19.99, nDiscount: 5.5, nCashBack: 2, nServiceCharge: 1.5 };

test('CARD-05: what one card costs is its price minus its discount, rounded to the cent', () => {
  expect(amountsOf(card, 1).linePriceMinor).toBe(1889n); // 19.99 - 1.09945
});

test('CART-10, 11, 12: a line rounds its charge, discount and cashback once', () => {
  expect(amountsOf(card, 3)).toMatchObject({
    subtotalMinor: 5997n,
    serviceChargeMinor: 90n, // 89.955
    discountMinor: 330n, // 329.835
    cashbackMinor: 120n, // 119.94
  });
});

test('what one of several costs is told where it multiplies out to the cent', () => {
  expect(eachOf({ ...card, nPrice: 40, nDiscount: 5 }, 2)).toBe(3800n);
  expect(eachOf({ ...card, nPrice: 9.8, nDiscount: 3 }, 2)).toBe(undefined); // 19.01 in all, 9.51 alone
  expect(eachOf(card, 1)).toBe(undefined);
});

test('CART-13: the total payable is subtotal plus service charge minus discount', () => {
  const totals = totalsOf([
    { ...card, nQuantity: 3 },
    { nPrice: 10, nDiscount: 0, nCashBack: 0, nServiceCharge: 0, nQuantity: 2 },
  ]);
  expect(totals.payableMinor).toBe(5997n + 90n - 330n + 2000n);
});
