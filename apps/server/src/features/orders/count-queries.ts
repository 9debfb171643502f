/** Counts of orders, and lifetime purchases. */
import { type Queryable, sql } from '../../platform/db/db.ts';

/** Most orders counted per member; older ones are found by date. */
const countedAtMost = 10_000;

/** Counts a member's orders, up to 10,000. */
export async function countOrders(db: Queryable, memberId: string): Promise<number> {
  const { total } = await db.one(sql<{ total: number }>`
    select count(*)::int as total
    from (select 1 from orders where member_id = ${memberId} limit ${countedAtMost}) counted`);
  return total;
}

/** Members' purchases in their wallet's currency, less refunds, in minor units. */
export async function lifetimesMinor(
  db: Queryable,
  members: readonly { readonly id: string; readonly currency: string }[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.rows(sql<{ id: string; sum: bigint }>`
    select m.id, (select coalesce(sum(total_minor - refunded_minor), 0)::bigint from orders
      where member_id = m.id and currency = m.currency
        and state in ('paid', 'accepted', 'delivered')) as sum
    from unnest(${members.map(({ id }) => id)}::text[],
      ${members.map(({ currency }) => currency)}::text[]) as m (id, currency)`);
  return new Map(rows.map(({ id, sum }) => [id, sum]));
}

/** Whether one of the cards was ordered since a time, by an order that did not fail. */
export async function wasOrderedSince(
  db: Queryable,
  cardIds: readonly string[],
  since: Date,
): Promise<boolean> {
  const { ordered } = await db.one(sql<{ ordered: boolean }>`
    select exists(select 1 from orders o
      join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.created_at >= ${since} and o.state <> 'failed'
        and l.card_id = any(${cardIds}::text[])) as ordered`);
  return ordered;
}
