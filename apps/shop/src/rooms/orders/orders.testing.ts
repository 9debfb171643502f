import type { Order } from '@giftlane/contract/shop/orders.ts';

type Line = Order['aCartData'][number];

/** A delivered line of one card, with overrides. */
export const lineOf = (overrides: Partial<Line> = {}): Line => ({
  _id: 'line_1',
  iGiftCardId: 'card_1',
  sTitle: 'Nimbus $10',
  sBanner: '',
  sLogo: '',
  sRedeem: '',
  nQuantity: 1,
  nPrice: 10,
  nValue: 10,
  eCurrency: 'usd',
  eStatus: 3,
  nCodes: 1,
  aCardCode: [],
  nRefunded: 0,
  ...overrides,
});

/** A delivered order, paid by the wallet, with overrides. */
export const orderOf = (aCartData: readonly Line[], overrides: Partial<Order> = {}): Order => ({
  _id: 'order_1',
  sOrderId: 'abc',
  eType: 'Buy',
  eStatus: 'Delivered',
  nStatus: 3,
  eGateway: 'Wallet',
  eCurrency: 'usd',
  sPayerId: '',
  sPaymentId: '',
  sPaymentToken: '',
  nTotalAmount: 10,
  nWalletAmount: 0,
  nCashBack: 0,
  aExtraCharges: [],
  aCartData: [...aCartData],
  dCreatedAt: '2026-11-21T12:00:00.000Z',
  dLapsesAt: null,
  sNotice: '',
  ...overrides,
});
