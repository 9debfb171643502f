/** What a refund would give back, beforehand. */
import type { OrderKey } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';
import { type RefundedOrder, type RefundWish, refundAll } from './refund.ts';

class Quoted extends Error {
  readonly refunded: RefundedOrder;
  constructor(refunded: RefundedOrder) {
    super('a refund was computed only');
    this.refunded = refunded;
  }
}

/** What `refundOrder` would give back now: it is done and undone. Refuses what that refuses. */
export async function quoteRefund(
  { db }: Pick<CheckoutParts, 'db'>,
  key: OrderKey,
  wish: RefundWish,
): Promise<RefundedOrder> {
  const quoting = db.tx(async (tx) => {
    throw new Quoted(await refundAll(tx, key, wish));
  });
  return quoting.catch((error: unknown) => {
    if (error instanceof Quoted) return error.refunded;
    throw error;
  });
}
