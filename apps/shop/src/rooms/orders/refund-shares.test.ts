import { expect, test } from 'vitest';
import { lineOf, orderOf } from './orders.testing.ts';
import { furtherRefundShares, refundShares, refundSharesText } from './refund-shares.ts';

/** 24.01 in all: 14.21 by the wallet, 9.80 by card. */
const order = (refunded: readonly Partial<Parameters<typeof lineOf>[0]>[]) =>
  orderOf(refunded.map(lineOf), { eGateway: 'PayPal', nTotalAmount: 24.01, nWalletAmount: 14.21 });

test.each([
  [[{ nRefunded: 4.9 }, {}], 490n, 0n],
  [[{ nRefunded: 4.9 }, { nRefunded: 19.11 }], 980n, 1_421n],
  [[{ nRefunded: 19.11, nCashBackTaken: 0.61, nPointsKept: 0.5 }, {}], 980n, 820n],
])('what goes back goes to the card first: %j', (lines, cardMinor, walletMinor) => {
  expect(refundShares(order(lines))).toEqual({ cardMinor, walletMinor });
});

test('what would go back besides goes where there is room left', () => {
  const partly = order([{ nRefunded: 4.9 }, {}]);
  expect(furtherRefundShares(partly, 1_911n)).toEqual({ cardMinor: 490n, walletMinor: 1_421n });
});

test.each([
  ['PayPal', 0, '$24.01 to your card'],
  ['PayPal', 14.21, '$9.80 to your card and $14.21 to your wallet'],
  ['Wallet', 24.01, '$24.01 to your wallet'],
  ['BitCoin', 0, '$24.01 to your wallet'],
] as const)(
  'paid by %s, %d of it by the wallet, it is said to go: %s',
  (eGateway, nWalletAmount, words) => {
    const back = orderOf([lineOf({ nRefunded: 24.01 })], {
      eGateway,
      nWalletAmount,
      nTotalAmount: 24.01,
    });
    expect(refundSharesText(refundShares(back), back)).toBe(words);
  },
);
