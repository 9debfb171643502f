import type { User } from '@giftlane/contract/accounts.ts';
import type { Order } from '@giftlane/contract/checkout.ts';
import { redirect } from 'react-router';
import { isRefusal } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { cartQuery } from '../../parts/cart.ts';
import { type Checkout, checkoutStore } from '../../parts/checkout-store.ts';
import { drawOrder, withKnownId } from '../../parts/order-draft.ts';
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

/** An order begun before a reload: done, still to be paid, or over. */
async function resume(checkout: Checkout): Promise<Checkout | undefined> {
  const { sOrderId } = checkout.draft;
  const order = await orderOf(sOrderId);
  if (order?.eStatus === 'Pending') return checkout;
  checkoutStore.forget();
  if (order && isAccepted(order)) throw redirect(successPath(sOrderId));
  return undefined;
}

/** What is to be paid: the order begun before, else the cart as it is now (decision 41). */
export async function loadCheckout(member: User): Promise<Checkout> {
  const kept = checkoutStore.read();
  if (kept && kept.phase !== 'drawn') {
    const resumed = await resume(kept);
    if (resumed) return resumed;
  }
  const drawn = drawOrder(await queryClient.fetchQuery(cartQuery), member);
  // Nothing to pay for, or nothing left to pay by card: the cart is the place for both.
  if (!drawn || drawn.eGateway === 'Wallet') throw redirect(cartPath);
  const draft = withKnownId(drawn, checkoutStore.read()?.draft);
  const checkout: Checkout = { phase: 'drawn', draft, sPaymentId: '' };
  checkoutStore.write(checkout);
  return checkout;
}
