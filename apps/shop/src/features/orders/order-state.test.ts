import type { CoinState } from '@giftlane/contract/money/coins.ts';
import { expect, test } from 'vitest';
import { titleOf } from '../../rooms/orders/order-title.ts';
import { lineOf, orderOf } from '../../rooms/orders/orders.testing.ts';
import {
  haveSameProgress,
  isNotCharged,
  lineStatusText,
  payoutEta,
  payoutProgress,
  payoutRate,
  saleOutcome,
} from './order-state.ts';

test.each([
  [[{}, { eStatus: 3 }], true],
  [[{}, { eStatus: 2 }], false],
  [[{}, { nRefunded: 10 }], false],
])(
  'ORD-06 one timeline tells of all lines only where they have come equally far: %j',
  (lines, together) => {
    expect(haveSameProgress(orderOf(lines.map(lineOf)))).toBe(together);
  },
);

test.each([
  [3, 'Delivered', undefined],
  [2, 'Processing', 'Accepted'],
  [0, 'Declined', undefined],
] as const)('ORD-07 a line at %i of an order that is %s says: %s', (eStatus, state, said) => {
  const own = lineOf({ eStatus });
  expect(lineStatusText(orderOf([own], { eStatus: state }), own)).toBe(said);
});

test.each([
  [[{}], 'Order for Nimbus'],
  [[{}, { sTitle: 'Nimbus $25', nValue: 25 }], 'Order for Nimbus'],
  [[{ sTitle: 'Kestrel' }, {}], 'Order for Kestrel and 1 more'],
])('an order is called by its brand: %j', (lines, title) => {
  expect(titleOf(orderOf(lines.map(lineOf)))).toBe(title);
});

test('what was sold is called a sale', () => {
  expect(titleOf(orderOf([lineOf({})], { eType: 'Sell' }))).toBe('Sale of Nimbus');
});

const payoutOf = (eState: CoinState) => ({ coin: 'BTC', nAmount: 46, txid: '', eState }) as const;

test.each([
  ['created', 1, /^We're sending it now\./],
  ['pendingApproval', 1, /^We're reviewing this payout/],
  ['unconfirmed', 2, /^Sent\./],
  ['confirmed', 3, undefined],
  ['failed', 0, undefined],
] as const)('coins for a sold card that are %s are %i steps far', (state, reached, when) => {
  const payout = payoutOf(state);
  expect(payoutProgress(payout)).toBe(reached);
  if (when) expect(payoutEta(payout)).toMatch(when);
  else expect(payoutEta(payout)).toBeUndefined();
});

test.each(['created', 'pendingApproval', 'signed', 'unconfirmed'] as const)(
  'coins for a sold card that are %s are not said to be paid',
  (state) => {
    const order = orderOf([lineOf({})], {
      eType: 'Sell',
      eStatus: 'Paid',
      oPayout: payoutOf(state),
    });
    expect(`${saleOutcome(order)} ${payoutEta(payoutOf(state))}`).not.toMatch(/paid/i);
  },
);

test('about the rate that was used is what an offer brings by the coins it brings', () => {
  const order = orderOf([lineOf()], { eType: 'Sell', nTotalAmount: 44 });
  expect(payoutRate(order, { ...payoutOf('created'), nAmount: 45_129 })).toBe(
    '≈ $97,498 for 1 BTC',
  );
});

test.each([
  ['Failed', null, true],
  ['Declined', '2026-11-21T12:30:00.000Z', false],
  ['Refunded', null, true],
  ['Pending', '2026-11-21T12:30:00.000Z', false],
  ['Delivered', null, false],
] as const)(
  'the money of an order that is %s, payable until %s, stands for nothing: %s',
  (eStatus, dLapsesAt, nothing) => {
    const order = orderOf([lineOf()], { eStatus, dLapsesAt, eGateway: 'PayPal' });
    expect(isNotCharged(order)).toBe(nothing);
  },
);
