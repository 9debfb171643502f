import { clearToasts, toastQueue } from '@giftlane/ui/toasts/toast-queue.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelCheckout } from './cancel-checkout.ts';
import { type Checkout, checkoutStore } from './checkout-store.ts';

const checkout: Checkout = {
  phase: 'initiated',
  sPaymentId: 'PP-1',
  dLapsesAt: '2026-01-01T00:30:00.000Z',
  draft: {
    sOrderId: 'a1b2c3d4e5f6a1b2',
    eCurrency: 'usd',
    eGateway: 'PayPal',
    aCartData: [],
    nTotalAmount: 10,
    nWalletAmount: 4,
    aExtraCharges: [],
  },
};

const answer = (status: number, body: object) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));

beforeEach(() => {
  // Files of one worker share the queue.
  clearToasts();
  checkoutStore.write(checkout);
});

afterEach(() => {
  checkoutStore.forget(checkout.draft.sOrderId);
  vi.unstubAllGlobals();
});

test.each([
  [500, { message: 'Something broke' }],
  [429, { message: 'Too many requests', code: 'request.too_many' }],
  [403, { message: 'Access denied' }],
])('an order whose cancelling fails with %i stays the order being paid', async (status, body) => {
  answer(status, body);
  expect(await cancelCheckout(checkout)).toBe(false);
  expect(checkoutStore.read()).toEqual(checkout);
  expect(toastQueue.read().map(({ message }) => message)).toEqual([body.message]);
});

test.each(['order.not_found', 'order.being_paid', 'order.not_cancellable', 'order.coins_gone'])(
  'an order that the server refuses to cancel as %s is forgotten',
  async (code) => {
    answer(409, { message: 'No', code });
    expect(await cancelCheckout(checkout)).toBe(true);
    expect(checkoutStore.read()).toBeNull();
    expect(toastQueue.read()).toEqual([]);
  },
);

test('a cancelled order is forgotten', async () => {
  answer(200, { data: {} });
  expect(await cancelCheckout(checkout)).toBe(true);
  expect(checkoutStore.read()).toBeNull();
});
