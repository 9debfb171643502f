/** How many orders there are, and what they come to. */
import { type Queryable, sql } from '../../platform/db/db.ts';

export interface OrderCount {
  total: number;
  /** How many of them were counted one by one. */
  fresh: number;
}

/** Counts a member's orders: those remembered, and one by one those that came after. */
export function countOrders(db: Queryable, memberId: string) {
  return db.one(sql<OrderCount>`
    with remembered as (select counted_to, orders from order_counts where member_id = ${memberId}),
    fresh as (select count(*) as orders from orders where member_id = ${memberId}
      and created_at >= coalesce((select counted_to from remembered), '-infinity'))
    select (coalesce((select orders from remembered), 0) + fresh.orders)::int as total,
      fresh.orders::int as fresh from fresh`);
}

/**
 * Remembers how many orders a member had a while ago. No order can still appear before that moment: a
 * transaction that old would have been ended long since.
 */
export async function rememberCount(db: Queryable, memberId: string): Promise<void> {
  await db.run(sql`
    insert into order_counts (member_id, counted_to, orders)
    select ${memberId}, until, (select count(*) from orders
      where member_id = ${memberId} and created_at < until)
    from (select app_now() - interval '1 hour' as until) moment
    on conflict (member_id) do update
      set counted_to = excluded.counted_to, orders = excluded.orders
      where order_counts.counted_to < excluded.counted_to`);
}

/** How many orders of the last day were paid. */
export async function countRecent(db: Queryable): Promise<number> {
  const { orders } = await db.one(sql<{ orders: number }>`
    select count(*)::int as orders from orders
    where created_at > app_now() - interval '24 hours' and state not in ('pending', 'failed')`);
  return orders;
}

/** What members have bought, each in the currency of the wallet, refunds taken off, in minor units. */
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
