import type { Order } from '@giftlane/contract/shop/orders.ts';

type Line = Order['aCartData'][number];

/** A delivered line of one card, but for what is told of it. */
export const lineOf = (told: Partial<Line> = {}): Line => ({
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
  ...told,
});

/** A delivered order of these lines, paid by the wallet, but for what is told of it. */
export const orderOf = (aCartData: readonly Line[], told: Partial<Order> = {}): Order => ({
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
  ...told,
});
