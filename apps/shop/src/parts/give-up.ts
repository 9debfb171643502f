/** Giving up an order that was begun and not paid. */
import type { cancelOrder } from '@giftlane/contract/checkout.ts';
import { send } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { addCard, cartQuery } from './cart.ts';
import { type Checkout, checkoutStore } from './checkout-store.ts';
import type { OrderDraft } from './order-draft.ts';
import { refreshAfterOrder } from './orders.ts';

/** Ordered cards left the cart when the order was placed; what is missing there goes back. */
async function putBack({ aCartData }: OrderDraft): Promise<void> {
  const inCart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 });
  const there = new Set(inCart.map((line) => line.iGiftCardId));
  for (const { iGiftCardId, nQuantity } of aCartData) {
    if (!there.has(iGiftCardId)) await addCard({ id: iGiftCardId, quantity: nQuantity });
  }
}

/**
 * Frees the codes and wallet money of an order at once and puts its cards back into the cart. An
 * order that can not be given up any more was paid or has lapsed; both are the server's to finish.
 */
export async function giveUp({ phase, draft }: Checkout): Promise<void> {
  checkoutStore.forget();
  if (phase === 'drawn') return;
  try {
    await send<typeof cancelOrder>('POST /transaction/cancel', {
      body: { sOrderId: draft.sOrderId },
    });
    await putBack(draft);
  } catch {
    // Refused, or the cart would not take a card back: the cart that is read next shows what is so.
    return;
  } finally {
    await refreshAfterOrder();
  }
}
