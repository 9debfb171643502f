import { rehearse } from '../../../ledger/rehearse.ts';
import type { OrderKey } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';
import { type RefundedOrder, type RefundWish, refundOrder } from './refund.ts';

/** What `refundOrder` would give back now: it is done and undone. Refuses what that refuses. */
export async function quoteRefund(
  { db }: Pick<CheckoutParts, 'db'>,
  key: OrderKey,
  wish: RefundWish,
): Promise<RefundedOrder> {
  return (await rehearse(db, (rehearsed) => refundOrder({ db: rehearsed }, key, wish))).result;
}
