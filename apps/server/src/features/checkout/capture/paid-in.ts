import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../orders/orders.ts';
import type { Refund } from '../queries.ts';

/** A capture for an order. */
interface Received {
  captureId: string;
  amountMinor: bigint;
  currency: Currency;
  /** It paid the order, or matched none and is refunded. */
  use: 'order' | 'return';
  /** Reversed by the provider and not restored. */
  reversedMinor: bigint;
  createdAt: Date;
}

/** A refund of a capture. */
type GivenBack = Pick<
  Refund,
  'id' | 'captureId' | 'amountMinor' | 'currency' | 'reason' | 'state' | 'problem' | 'createdAt'
>;

/** An order's captures and refunds, the oldest first. */
export async function paidIn(
  db: Queryable,
  { memberId, id }: OrderKey,
): Promise<{ received: Received[]; givenBack: GivenBack[] }> {
  const [received, givenBack] = await Promise.all([
    db.rows(sql<Received>`
      select capture_id as "captureId", amount_minor as "amountMinor", currency, use,
        reversed_minor - restored_minor as "reversedMinor", created_at as "createdAt"
      from capture_sums where member_id = ${memberId} and order_id = ${id}
      order by created_at, capture_id`),
    db.rows(sql<GivenBack>`
      select id, capture_id as "captureId", amount_minor - reversed_minor as "amountMinor", currency,
        reason, state, problem, created_at as "createdAt"
      from refunds where member_id = ${memberId} and order_id = ${id}
      order by created_at, id`),
  ]);
  return { received, givenBack };
}
