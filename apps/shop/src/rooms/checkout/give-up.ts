/** Giving up an order, as the cart, the checkout and My Orders do it. */

import { send } from '@giftlane/client/api.ts';
import { Unreachable } from '@giftlane/client/api-error.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { refreshAfterOrder } from '../orders/orders.ts';
import { type Checkout, checkoutStore } from './checkout-store.ts';

/** Cancels an order: one that is not paid is given up, one that waits for codes gives its money back. */
export async function cancel(sOrderId: string): Promise<Order> {
  try {
    const { data } = await send('POST /transaction/cancel', { body: { sOrderId } });
    checkoutStore.forget(sOrderId);
    return data;
  } finally {
    await refreshAfterOrder();
  }
}

/**
 * Frees the codes and wallet money of an order at once; its cards are in the cart again. An order that
 * can not be given up any more was paid or has lapsed; both are the server's to finish. Whether anybody could be
 * asked: if not, it is said, and the order stays as it is.
 */
export async function giveUp({ phase, draft }: Checkout): Promise<boolean> {
  try {
    if (phase !== 'drawn') await cancel(draft.sOrderId);
  } catch (error) {
    if (error instanceof Unreachable) {
      toast.failure(error.message);
      return false;
    }
    // Refused: the cart and the orders that are read next show what is so.
  }
  checkoutStore.forget(draft.sOrderId);
  return true;
}
