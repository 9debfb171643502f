import type { Order } from '@giftlane/contract/orders.ts';
import { expect, test } from 'vitest';
import { titleOf } from './order-title.ts';
import { areTogether, ownStanding } from './standing.ts';

type Line = Order['aCartData'][number];

const line = (told: Partial<Line>): Line => ({
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

const order = (aCartData: readonly Line[], told: Partial<Order> = {}): Order => ({
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
  bPaying: false,
  ...told,
});

test.each([
  [[{}, { eStatus: 3 }], true],
  [[{}, { eStatus: 2 }], false],
  [[{}, { nRefunded: 10 }], false],
])(
  'ORD-06 one timeline tells of all lines only where they have come equally far: %j',
  (lines, together) => {
    expect(areTogether(order(lines.map(line)))).toBe(together);
  },
);

test.each([
  [3, 'Delivered', undefined],
  [2, 'Processing', 'Accepted'],
] as const)('ORD-07 a line at %i of an order that is %s says: %s', (eStatus, state, said) => {
  const own = line({ eStatus });
  expect(ownStanding(order([own], { eStatus: state }), own)).toBe(said);
});

test.each([
  [[{}], 'Order of Nimbus'],
  [[{}, { sTitle: 'Nimbus $25', nValue: 25 }], 'Order of Nimbus'],
  [[{ sTitle: 'Kestrel' }, {}], 'Order of Kestrel and 1 more'],
])('an order is called by its brand: %j', (lines, title) => {
  expect(titleOf(order(lines.map(line)))).toBe(title);
});

test('what was sold is called a sale', () => {
  expect(titleOf(order([line({})], { eType: 'Sell' }))).toBe('Sale of Nimbus');
});
