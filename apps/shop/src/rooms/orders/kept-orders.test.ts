import { expect, test } from 'vitest';
import { isStored, withoutSecrets } from './kept-orders.ts';
import { lineOf, orderOf } from './orders.testing.ts';

const code = { _id: 'code_1', sSerialNo: 'S1', sOrderContent: 'TOP-SECRET', dViewedAt: null };
const order = orderOf([lineOf({ aCardCode: [code] })], {
  eGateway: 'PayPal',
  sPayerId: 'PAYER-ID',
  sPaymentId: 'PAYMENT-ID',
  sPaymentToken: 'PAYMENT-TOKEN',
});

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
