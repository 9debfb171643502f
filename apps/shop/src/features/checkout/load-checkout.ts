import { isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import type { LoaderFunctionArgs } from 'react-router';
import { cartPath, cartQuery } from '../../rooms/checkout/cart.ts';
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

async function fetchOrder(id: string): Promise<Order | undefined> {
  try {
    return await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0, retry: false });
  } catch (error) {
    if (isRefusal(error, 'order.not_found', 'input.invalid')) return undefined;
    throw error;
  }
}

/** Nothing to pay: the page to show instead. */
interface Redirect {
  path: string;
}

function store(checkout: Checkout): Checkout {
  checkoutStore.write(checkout);
  return checkout;
}

/** The order placed before a reload. A failed one is drafted again with a new id, as its cards left the cart. */
async function resume(checkout: Checkout): Promise<Checkout | Redirect> {
  const { draft } = checkout;
  const order = await fetchOrder(draft.sOrderId);
  // It may have been paid in another tab.
  if (order?.bPaying && checkout.phase !== 'paid') return store({ ...checkout, phase: 'paid' });
  if (order?.eStatus === 'Pending') return checkout;
  if (order?.eStatus === 'Declined') return store({ ...checkout, phase: 'initiated' });
  if (order && isAccepted(order)) {
    checkoutStore.forget(draft.sOrderId);
    return { path: successPath(draft.sOrderId) };
  }
  // Of the cart page, which asks for an unclear one.
  if (draft.eGateway === 'Wallet') return { path: cartPath };
  return store(newCheckout({ ...draft, sOrderId: newOrderId() }));
}

const ordersPath = '/account/orders';

/** A placed order, loaded from the server. */
async function loadPlaced(id: string): Promise<Checkout | Redirect> {
  const order = await fetchOrder(id);
  if (order && isAccepted(order)) return { path: successPath(order.sOrderId) };
  if (!order?.dLapsesAt || order.eGateway === 'Wallet') return { path: ordersPath };
  return store({
    phase: order.bPaying ? 'paid' : 'initiated',
    draft: draftOf(order),
    sPaymentId: order.sPaymentId,
    dLapsesAt: order.dLapsesAt,
  });
}

async function load(member: User, orderId: string | null): Promise<Checkout | Redirect> {
  const stored = checkoutStore.read();
  const placed = stored && stored.phase !== 'drawn' ? stored : undefined;
  if (orderId && orderId !== placed?.draft.sOrderId) return loadPlaced(orderId);
  if (placed) return resume(placed);
  const lines = await queryClient.fetchQuery(cartQuery);
  const draft = draftOrder(buyable(lines), member, choiceOf(stored?.draft));
  // An empty cart, or one that the wallet covers, is handled by the cart page.
  if (!draft || draft.eGateway === 'Wallet') return { path: cartPath };
  return store(newCheckout(reuseOrderId(draft, stored?.draft)));
}

/**
 * Loads what is to be paid: the order of the address, else the stored order, else the cart (OPEN-41). Returns a
 * promise, so that the page shows its skeleton meanwhile; a failure is part of its value.
 */
export function loadCheckout(member: User, { request }: LoaderFunctionArgs) {
  const orderId = new URL(request.url).searchParams.get('order');
  return { loading: load(member, orderId).catch((error: unknown) => ({ error })) };
}
