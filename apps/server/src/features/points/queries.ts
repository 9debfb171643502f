/** Points earned by order lines. */
import { sql, type Tx } from '../../platform/db/db.ts';
import type { OrderKey } from '../orders/orders.ts';
import type { Earning } from './postings.ts';

/** Ids of the orders that have earned no points yet, and whose payment is not reversed. */
export async function unearned(tx: Tx, orders: readonly OrderKey[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select o.id from unnest(${orders.map(({ memberId }) => memberId)}::text[],
      ${orders.map(({ id }) => id)}::text[]) as o (member_id, id)
    where not exists (select 1 from point_earnings e
        where e.member_id = o.member_id and e.order_id = o.id)
      and not exists (select 1 from capture_sums c
        where c.member_id = o.member_id and c.order_id = o.id and c.use = 'order'
          and c.reversed_minor > c.restored_minor)`);
  return new Set(rows.map(({ id }) => id));
}

/** True when an order has lost its payment: its coins, or a card capture that was reversed. */
export async function isPaymentGone(tx: Tx, { memberId, id }: OrderKey): Promise<boolean> {
  const { gone } = await tx.one(
    sql<{ gone: boolean }>`select is_payment_gone(${memberId}, ${id}) as gone`,
  );
  return gone;
}

/** True when captures of an order are reversed and not restored. */
export async function isReversed(tx: Tx, { memberId, id }: OrderKey): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from capture_sums where member_id = ${memberId} and order_id = ${id}
      and use = 'order' and reversed_minor > restored_minor`);
  return found !== undefined;
}

/** Stores the points that lines have earned, once per line. */
export async function insertEarnings(tx: Tx, earnings: readonly Earning[]): Promise<void> {
  await tx.run(sql`
    insert into point_earnings (member_id, order_id, line_id, house_minor, points, currency)
    select * from unnest(${earnings.map((e) => e.memberId)}::text[],
      ${earnings.map((e) => e.orderId)}::text[], ${earnings.map((e) => e.lineId)}::text[],
      ${earnings.map((e) => e.houseMinor)}::bigint[], ${earnings.map((e) => e.points)}::bigint[],
      ${earnings.map((e) => e.currency)}::text[])`);
}

/** An earning, and how many of its points were taken back. */
export type TakenEarning = Earning & { readonly takenPoints: bigint };

/** The earnings of some lines of a locked order. */
export function earningsOf(tx: Tx, { memberId, id }: OrderKey, lineIds: readonly string[]) {
  return tx.rows(sql<TakenEarning>`
    select e.member_id as "memberId", e.order_id as "orderId", e.line_id as "lineId",
      o.currency as "houseCurrency", e.house_minor as "houseMinor", e.currency, e.points,
      e.taken_points as "takenPoints"
    from point_earnings e join orders o on o.member_id = e.member_id and o.id = e.order_id
    where e.member_id = ${memberId} and e.order_id = ${id} and e.line_id = any(${lineIds}::text[])
    order by e.line_id`);
}

/** Points taken back of one line now, and the amount withheld from its refund. */
export interface Taking {
  readonly lineId: string;
  readonly points: bigint;
  readonly withheldMinor: bigint;
}

/** Records the points taken back of lines of a locked order. */
export async function noteTaken(
  tx: Tx,
  { memberId, id }: OrderKey,
  takings: readonly Taking[],
): Promise<void> {
  await tx.run(sql`
    update point_earnings e set taken_points = e.taken_points + t.points,
      kept_minor = e.kept_minor + t.kept
    from unnest(${takings.map((t) => t.lineId)}::text[], ${takings.map((t) => t.points)}::bigint[],
      ${takings.map((t) => t.withheldMinor)}::bigint[]) as t (line_id, points, kept)
    where e.member_id = ${memberId} and e.order_id = ${id} and e.line_id = t.line_id`);
}
