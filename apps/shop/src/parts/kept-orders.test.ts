import type { Order } from '@giftlane/contract/orders.ts';
import { expect, test } from 'vitest';
import { isStored, withoutSecrets } from './kept-orders.ts';

const code = { _id: 'code_1', sSerialNo: 'S1', sOrderContent: 'TOP-SECRET', dViewedAt: null };
const order: Order = {
  _id: 'order_1',
  sOrderId: 'abc',
  eType: 'Buy',
  eStatus: 'Delivered',
  nStatus: 3,
  eGateway: 'PayPal',
  eCurrency: 'usd',
  sPayerId: 'PAYER-ID',
  sPaymentId: 'PAYMENT-ID',
  sPaymentToken: 'PAYMENT-TOKEN',
  nTotalAmount: 10,
  nWalletAmount: 0,
  nCashBack: 0,
  aExtraCharges: [],
  aCartData: [
    {
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
      aCardCode: [code],
      nRefunded: 0,
    },
  ],
  dCreatedAt: '2026-11-21T12:00:00.000Z',
  dLapsesAt: null,
  sNotice: '',
};

test('what is kept of an order has its serial numbers and none of its secrets', () => {
  const kept = JSON.stringify(withoutSecrets(order));
  expect(kept).toContain('"sSerialNo":"S1"');
  expect(kept).not.toMatch(/SECRET|PAYER|PAYMENT/);
});

test('a kept page is read as it was written, and not at all when an older release wrote it otherwise', () => {
  const read = (part: object): boolean => {
    const stored = { orders: [{ ...withoutSecrets(order), ...part }], total: 1 };
    return isStored(JSON.parse(JSON.stringify(stored)));
  };
  expect(read({})).toBe(true);
  const [line] = order.aCartData;
  for (const part of [
    { dCreatedAt: 'yesterday' },
    { eStatus: 'Shipped' },
    { nTotalAmount: '10' },
    { aExtraCharges: undefined },
    { aCartData: [{ ...line, aCardCode: undefined }] },
    { aCartData: [{ ...line, eCurrency: 'xau' }] },
  ])
    expect(read(part), JSON.stringify(part)).toBe(false);
});
