import { isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import type { LoaderFunctionArgs } from 'react-router';
import { cartQuery } from '../../rooms/checkout/cart.ts';
import { type Checkout, checkoutStore, newCheckout } from '../../rooms/checkout/checkout-store.ts';
import {
  buyable,
  choiceOf,
  draftOf,
  draftOrder,
  newOrderId,
  reuseOrderId,
} from '../../rooms/checkout/order-draft.ts';
import { isAccepted, orderQuery, successPath } from '../../rooms/orders/orders.ts';

const cartPath = '/account/cart';

async function orderOf(id: string): Promise<Order | undefined> {
  try {
    return await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0, retry: false });
  } catch (error) {
    if (isRefusal(error, 'order.not_found', 'input.invalid')) return undefined;
    throw error;
  }
}

/** There is nothing to be paid here: where one goes instead. */
interface Elsewhere {
  path: string;
}

function keep(checkout: Checkout): Checkout {
  checkoutStore.write(checkout);
  return checkout;
}

/**
 * An order begun before a reload. It is done, still to be paid, declined and open to another card, or
 * over: then its cards, which have left the cart, are ordered anew.
 */
async function resume(checkout: Checkout): Promise<Checkout | Elsewhere> {
  const { draft } = checkout;
  const order = await orderOf(draft.sOrderId);
  // Another tab may have paid for it.
  if (order?.bPaying && checkout.phase !== 'paid') return keep({ ...checkout, phase: 'paid' });
  if (order?.eStatus === 'Pending') return checkout;
  if (order?.eStatus === 'Declined') return keep({ ...checkout, phase: 'initiated' });
  if (order && isAccepted(order)) {
    checkoutStore.forget(draft.sOrderId);
    return { path: successPath(draft.sOrderId) };
  }
  return keep(newCheckout({ ...draft, sOrderId: newOrderId() }));
}

const ordersPath = '/account/orders';

/** An order begun anywhere, as the server has it. */
async function begun(id: string): Promise<Checkout | Elsewhere> {
  const order = await orderOf(id);
  if (order && isAccepted(order)) return { path: successPath(order.sOrderId) };
  if (!order?.dLapsesAt || order.eGateway === 'Wallet') return { path: ordersPath };
  return keep({
    phase: order.bPaying ? 'paid' : 'initiated',
    draft: draftOf(order),
    sPaymentId: order.sPaymentId,
    dLapsesAt: order.dLapsesAt,
  });
}

async function find(member: User, named: string | null): Promise<Checkout | Elsewhere> {
  const kept = checkoutStore.read();
  const begunHere = kept && kept.phase !== 'drawn' ? kept : undefined;
  if (named && named !== begunHere?.draft.sOrderId) return begun(named);
  if (begunHere) return resume(begunHere);
  const lines = await queryClient.fetchQuery(cartQuery);
  const drawn = draftOrder(buyable(lines), member, choiceOf(kept?.draft));
  // Nothing to pay for, or nothing left to pay by card or coin: the cart is the place for both.
  if (!drawn || drawn.eGateway === 'Wallet') return { path: cartPath };
  return keep(newCheckout(reuseOrderId(drawn, kept?.draft)));
}

/**
 * What is to be paid: the order that is named, or begun here before, else the cart as it is now (OPEN-41). The
 * page does not wait for it and shows its shape meanwhile; what went wrong is said there, too.
 */
export function loadCheckout(member: User, { request }: LoaderFunctionArgs) {
  const named = new URL(request.url).searchParams.get('order');
  return { loading: find(member, named).catch((error: unknown) => ({ error })) };
}
