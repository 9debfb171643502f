/** What was ordered and refunded, by day (UTC). */
import { type Queryable, sql } from '../../platform/db/db.ts';

/** From a moment on, up to before another one. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Paid orders by the day they were placed, and the cashback of those that are delivered. */
export function salesByDay(db: Queryable, { from, to }: Span) {
  return db.rows(sql<{
    day: string;
    currency: string;
    orders: bigint;
    salesMinor: bigint;
    cashbackMinor: bigint;
  }>`
    select (created_at at time zone 'UTC')::date::text as day, currency, count(*) as orders,
      sum(total_minor)::bigint as "salesMinor",
      coalesce(sum(cashback_minor) filter (where state = 'delivered'), 0)::bigint as "cashbackMinor"
    from orders
    where created_at >= ${from} and created_at < ${to} and state not in ('pending', 'failed')
    group by 1, 2`);
}

/** Refunded lines by the day of their refund. */
export function refundsByDay(db: Queryable, { from, to }: Span) {
  return db.rows(sql<{ day: string; currency: string; refundsMinor: bigint }>`
    select (l.refunded_at at time zone 'UTC')::date::text as day, o.currency,
      sum(l.refunded_minor)::bigint as "refundsMinor"
    from order_lines l join orders o on o.member_id = l.member_id and o.id = l.order_id
    where l.refunded_at >= ${from} and l.refunded_at < ${to}
    group by 1, 2`);
}

/** Numbers of each card in paid orders, by the day these were placed. */
export function cardsByDay(db: Queryable, { from, to }: Span) {
  return db.rows(sql<{ day: string; cardId: string; sold: bigint }>`
    select (o.created_at at time zone 'UTC')::date::text as day, l.card_id as "cardId",
      sum(l.quantity) as sold
    from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.created_at >= ${from} and o.created_at < ${to} and o.state not in ('pending', 'failed')
    group by 1, 2`);
}

/** The newest orders and their states, as text that changes with them. */
export async function newestOrders(db: Queryable): Promise<string> {
  const { newest } = await db.one(sql<{ newest: string }>`
    select coalesce(string_agg(id || state, ' '), '') as newest
    from (select id, state from orders order by created_at desc limit 20) o`);
  return newest;
}

/** When one of the newest orders was last mailed. */
export async function lastMailAt(db: Queryable): Promise<Date | null> {
  const { at } = await db.one(sql<{ at: Date | null }>`
    select max(mailed_at) as at
    from (select mailed_at from orders order by created_at desc limit 100) o`);
  return at;
}
