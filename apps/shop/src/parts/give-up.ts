/** Giving up an order that was begun and not paid. */
import type { cancelOrder } from '@giftlane/contract/checkout.ts';
import { send } from '../lib/api.ts';
import { type Checkout, checkoutStore } from './checkout-store.ts';
import { refreshAfterOrder } from './orders.ts';

/**
 * Frees the codes and wallet money of an order at once; its cards are in the cart again. An order that
 * can not be given up any more was paid or has lapsed; both are the server's to finish.
 */
export async function giveUp({ phase, draft }: Checkout): Promise<void> {
  checkoutStore.forget();
  if (phase === 'drawn') return;
  try {
    await send<typeof cancelOrder>('POST /transaction/cancel', {
      body: { sOrderId: draft.sOrderId },
    });
  } catch {
    // Refused: the cart and the orders that are read next show what is so.
    return;
  } finally {
    await refreshAfterOrder();
  }
}
