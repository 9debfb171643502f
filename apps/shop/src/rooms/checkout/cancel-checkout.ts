/** Cancelling orders from the cart, the checkout and My Orders. */

import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { sayFailure } from '@giftlane/client/query-client.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { refreshAfterOrder } from '../orders/orders.ts';
import { type Checkout, checkoutStore } from './checkout-store.ts';

/** Cancels an order: an unpaid one is released, one that waits for codes is refunded. */
export async function cancelOrder(sOrderId: string): Promise<Order> {
  try {
    const { data } = await send('POST /transaction/cancel', { body: { sOrderId } });
    checkoutStore.forget(sOrderId);
    return data;
  } finally {
    await refreshAfterOrder();
  }
}

/** Refusals of an order that is paid, lapsed or unknown: the checkout has nothing left to release. */
const nothingToCancel = [
  'input.invalid',
  'order.being_paid',
  'order.coins_gone',
  'order.not_cancellable',
  'order.not_found',
];

/**
 * Releases codes and wallet money of the order being paid, and forgets it. False when the call failed: the failure
 * is shown and the order stays in the store, as the server still holds codes and money for it.
 */
export async function cancelCheckout({ phase, draft }: Checkout): Promise<boolean> {
  try {
    if (phase !== 'drawn') await cancelOrder(draft.sOrderId);
  } catch (error) {
    if (!isRefusal(error, ...nothingToCancel)) {
      sayFailure(error);
      return false;
    }
  }
  checkoutStore.forget(draft.sOrderId);
  return true;
}
