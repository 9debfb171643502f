import type { Order as WireOrder } from '@giftlane/contract/shop/orders.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { findByClientId, type Order, showOrder } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';
import { type OrderRequest, sameContent } from './price.ts';

/** The member's order with this `sOrderId`; refuses `order.other_content` when its content differs. */
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
 * The order that this `sOrderId` already placed, looked up after a refusal: a paid order is answered even when prices,
 * stock or balance would now refuse it.
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
