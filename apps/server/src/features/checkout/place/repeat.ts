import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { findByClientId, type Order, showOrder } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';
import { type OrderRequest, sameContent } from './price.ts';

/** The member's order under this `sOrderId`, if it says the same; another content is refused. */
export async function findEarlier(
  { db }: Pick<CheckoutParts, 'db'>,
  memberId: string,
  wish: OrderRequest,
): Promise<Order | undefined> {
  const order = await findByClientId(db, memberId, wish.sOrderId);
  if (!order) return undefined;
  if (!sameContent(order.contentHash, wish)) throw new Refusal('order.other_content');
  return order;
}

/**
 * After any refusal: the order this `sOrderId` already placed, if there is one. What was paid stays paid,
 * even when prices, stock or the balance would not allow it a second time.
 */
export async function earlierOrder(
  parts: CheckoutParts,
  memberId: string,
  wish: OrderRequest,
  cause: unknown,
): Promise<WireOrder | undefined> {
  if (!(cause instanceof Error)) return undefined;
  const order = await findEarlier(parts, memberId, wish);
  return order && showOrder(parts.db, order, parts.catalog.card);
}
