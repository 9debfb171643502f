import type { User } from '@giftlane/contract/accounts.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { redirect } from 'react-router';
import { isRefusal } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { cartQuery } from '../../parts/cart.ts';
import { type Checkout, checkoutStore, drawnCheckout } from '../../parts/checkout-store.ts';
import { drawOrder, newOrderId, withKnownId } from '../../parts/order-draft.ts';
import { isAccepted, orderQuery, successPath } from '../../parts/orders.ts';

const cartPath = '/account/cart';

async function orderOf(id: string): Promise<Order | undefined> {
  try {
    return await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0, retry: false });
  } catch (error) {
    if (isRefusal(error, 'order.not_found')) return undefined;
    throw error;
  }
}

function keep(checkout: Checkout): Checkout {
  checkoutStore.write(checkout);
  return checkout;
}

/**
 * An order begun before a reload. It is done, still to be paid, declined and open to another card, or
 * over: then its cards, which have left the cart, are ordered anew.
 */
async function resume(checkout: Checkout): Promise<Checkout> {
  const { draft } = checkout;
  const order = await orderOf(draft.sOrderId);
  if (order?.eStatus === 'Pending') return checkout;
  if (order?.eStatus === 'Declined') return keep({ ...checkout, phase: 'initiated' });
  if (order && isAccepted(order)) {
    checkoutStore.forget(draft.sOrderId);
    throw redirect(successPath(draft.sOrderId));
  }
  return keep(drawnCheckout({ ...draft, sOrderId: newOrderId() }));
}

/** What is to be paid: the order begun before, else the cart as it is now (decision 41). */
export async function loadCheckout(member: User): Promise<Checkout> {
  const kept = checkoutStore.read();
  if (kept && kept.phase !== 'drawn') return resume(kept);
  const drawn = drawOrder(await queryClient.fetchQuery(cartQuery), member);
  // Nothing to pay for, or nothing left to pay by card: the cart is the place for both.
  if (!drawn || drawn.eGateway === 'Wallet') throw redirect(cartPath);
  return keep(drawnCheckout(withKnownId(drawn, kept?.draft)));
}
