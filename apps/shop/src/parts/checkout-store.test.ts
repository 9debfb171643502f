import { expect, test } from 'vitest';
import { checkoutOf } from './checkout-store.ts';

const kept = {
  phase: 'initiated',
  sPaymentId: 'PP-1',
  dLapsesAt: '2026-01-01T00:30:00.000Z',
  draft: { sOrderId: 'a1b2c3d4e5f6a1b2', aCartData: [{ iGiftCardId: 'card_1' }] },
};

test('OPEN-41: the order being paid survives a reload', () => {
  expect(checkoutOf(JSON.stringify(kept))).toEqual(kept);
});

test.each([
  ['missing', null],
  ['damaged', '{"phase"'],
  ['in an unknown phase', JSON.stringify({ ...kept, phase: 'done' })],
  ['without an order', JSON.stringify({ ...kept, draft: null })],
  ['without lines', JSON.stringify({ ...kept, draft: { sOrderId: 'x', aCartData: [] } })],
])('a kept order is dropped when it is %s', (_, text) => {
  expect(checkoutOf(text)).toBeNull();
});
