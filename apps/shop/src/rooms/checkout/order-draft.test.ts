import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { expect, test } from 'vitest';
import { draftOrder, repricedLines, reuseOrderId, walletView } from './order-draft.ts';

const anna: User = {
  _id: 'member_1',
  sFirstName: 'Anna',
  sLastName: 'Lind',
  sFullName: 'Anna Lind',
  sEmail: 'anna@example.com',
  sSignInEmail: 'anna@example.com',
  isEmailVerified: true,
  sMobileNumber: '',
  sCountryCode: '',
  oCountry: { value: 'SE', label: 'Sweden' },
  eCurrency: 'eur',
  sProfilePicture: '',
  sKycStatus: 'p',
  nWallet: 30,
  bUseWallet: true,
  bLocked: false,
  aCryptoWallets: [],
  nMembershipLevel: 1,
  dCreatedAt: '2026-01-01T00:00:00.000Z',
};

const line: CartItem = {
  _id: 'line_1',
  iGiftCardId: 'card_1',
  iCategoryId: 'brand_1',
  sTitle: 'Nord play 25',
  sBanner: '',
  sDescription: '',
  nQuantity: 2,
  nPrice: 25,
  nValue: 25,
  nDiscount: 10,
  nCashBack: 1,
  nServiceCharge: 2,
  eCurrency: 'eur',
};

test('CART-07: wallet money is offered only in the cart’s currency and above zero', () => {
  expect(walletView(anna, 'eur', 1000n).offered).toBe(true);
  expect(walletView(anna, 'usd', 1000n).offered).toBe(false);
  expect(walletView({ ...anna, nWallet: 0 }, 'eur', 1000n).offered).toBe(false);
});

test('CART-15: the wallet covers the smaller of balance and total', () => {
  expect(walletView(anna, 'eur', 4600n)).toMatchObject({ shareMinor: 3000n, leftMinor: 1600n });
  expect(walletView(anna, 'eur', 1000n)).toMatchObject({ shareMinor: 1000n, leftMinor: 0n });
});

test('CART-06: the wallet gives nothing while the toggle is off', () => {
  const off = { ...anna, bUseWallet: false };
  expect(walletView(off, 'eur', 1000n)).toMatchObject({ shareMinor: 0n, coversAll: false });
});

test('PAY-02: an order the wallet covers goes to the gateway Wallet', () => {
  expect(draftOrder([{ ...line, nQuantity: 1 }], anna, 'PayPal')).toMatchObject({
    eGateway: 'Wallet',
    nTotalAmount: 23,
    nWalletAmount: 23,
  });
});

test('OPEN-43: the extra charges are the service charge and the negative discount', () => {
  expect(draftOrder([line], anna, 'PayPal')).toMatchObject({
    eGateway: 'PayPal',
    nTotalAmount: 46,
    nWalletAmount: 30,
    aExtraCharges: [
      { name: 'Service Charge', amount: 1 },
      { name: 'Discount', amount: -5 },
    ],
  });
});

test('an empty cart draws no order', () => {
  expect(draftOrder([], anna, 'PayPal')).toBeUndefined();
});

test('OPEN-45: a repeat of the same order keeps its id, another order gets its own', () => {
  const first = draftOrder([line], anna, 'PayPal');
  const again = draftOrder([{ ...line, sTitle: 'Renamed' }], anna, 'PayPal');
  const other = draftOrder([{ ...line, nQuantity: 3 }], anna, 'PayPal');
  if (!first || !again || !other) throw new Error('a cart with a line draws an order');
  expect(reuseOrderId(again, first).sOrderId).toBe(first.sOrderId);
  expect(reuseOrderId(other, first).sOrderId).toBe(other.sOrderId);
});

test('a price change is read from the refusal', () => {
  const data = { aCartData: [{ ...line, nPrice: 30 }] };
  expect(repricedLines([line], data)).toEqual([{ ...line, nPrice: 30 }]);
});

test.each([
  ['carries nothing', null],
  ['carries no lines', { nTotalAmount: 5 }],
  ['misses a card', { aCartData: [] }],
  ['misses a price', { aCartData: [{ iGiftCardId: 'card_1', nPrice: 30 }] }],
])('a price change is not guessed when the refusal %s', (_, data) => {
  expect(repricedLines([line], data)).toBeUndefined();
});
