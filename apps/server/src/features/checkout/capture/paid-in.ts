import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { provider } from '../parts.ts';
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
> & { providerRefundId: string | null };

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
        reason, state, problem, created_at as "createdAt", provider_refund_id as "providerRefundId"
      from refunds where member_id = ${memberId} and order_id = ${id}
      order by created_at, id`),
  ]);
  return { received, givenBack };
}

/** What the provider took back of an order's payment, or what was decided of that. */
interface Taken {
  captureId: string;
  /** The provider's id of what it took; null for a decision. */
  reversalId: string | null;
  decision: 'released' | 'kept' | 'given' | 'reopened' | null;
  amountMinor: bigint;
  currency: Currency;
  at: Date;
}

/** Disputes and refunds by the provider that took of an order's captures, and the decisions, the oldest first. */
export function takenBack(db: Queryable, { memberId, id }: OrderKey): Promise<Taken[]> {
  return db.rows(sql<Taken>`
    with own as (select provider, capture_id, currency from payment_captures
      where member_id = ${memberId} and order_id = ${id})
    select capture_id as "captureId", r.id as "reversalId", null as decision, amount_minor as "amountMinor",
      currency, taken_at as at
    from own join capture_reversals r using (provider, capture_id)
    union all
    select capture_id, null, decision, amount_minor, currency, decided_at
    from own join capture_decisions d using (provider, capture_id)
    order by at`);
}

/** Our orders and top-ups that an id of the provider is about: of its order, capture, refund or reversal; or of our refund. */
export function paidUnder(db: Queryable, id: string): Promise<(OrderKey & { what: string })[]> {
  return db.rows(sql<OrderKey & { what: string }>`
    select member_id as "memberId", order_id as id, 'order' as what from payment_refs
      where provider = ${provider} and provider_order_id = ${id}
    union select member_id, order_id, 'capture' from payment_captures
      where provider = ${provider} and capture_id = ${id}
    union select c.member_id, c.order_id, 'reversal' from capture_reversals r
      join payment_captures c using (provider, capture_id) where r.provider = ${provider} and r.id = ${id}
    union select member_id, order_id, 'refund' from refunds where provider_refund_id = ${id} or id = ${id}`);
}
