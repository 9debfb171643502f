/** Queries that change stored orders, or find those due to change. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import type { FailReason, LineState, OrderHead, OrderKey, State } from './queries.ts';

/** Sets an order's state; a trigger refuses impossible transitions. Without a reason `fail_reason` becomes null. */
export async function setOrderState(
  tx: Tx,
  { memberId, id }: OrderKey,
  to: { state: State; failReason?: FailReason | null; notice?: string },
): Promise<void> {
  await tx.run(sql`
    update orders set state = ${to.state}, fail_reason = ${to.failReason ?? null},
      notice = coalesce(${to.notice ?? null}, notice),
      -- An order that failed says until when it held its codes.
      lapses_at = case when ${to.state} = 'failed' then app_now() else lapses_at end,
      delivered_at = case when ${to.state} = 'delivered' then app_now() else delivered_at end
    where member_id = ${memberId} and id = ${id}`);
}

/** Stores on a pending order that the last payment attempt was declined, or that a new one began. */
export async function setPaymentDeclined(
  tx: Tx,
  { memberId, id }: OrderKey,
  declined: boolean,
): Promise<void> {
  await tx.run(sql`
    update orders set fail_reason = case when ${declined} then 'declined' end
    where member_id = ${memberId} and id = ${id} and state = 'pending'`);
}

/** A mail server's answer to a delivery mail. */
export interface Mailed {
  readonly key: OrderKey;
  /** The masked address. */
  readonly to: string;
  readonly refused: boolean;
}

/** Stores mail servers' answers; the first one per order counts. */
export async function noteMailed(db: Queryable, mailed: readonly Mailed[]): Promise<void> {
  await db.run(sql`
    update orders o set mailed_at = app_now(), mailed_to = m.to_whom, mail_refused = m.refused
    from unnest(${mailed.map(({ key }) => key.memberId)}::text[], ${mailed.map(({ key }) => key.id)}::text[],
      ${mailed.map(({ to }) => to)}::text[], ${mailed.map(({ refused }) => refused)}::boolean[])
      as m (member_id, id, to_whom, refused)
    where o.member_id = m.member_id and o.id = m.id and o.mailed_at is null`);
}

/** Sets the timeline step of an order's lines. */
export async function setLineStates(
  tx: Tx,
  { memberId, id }: OrderKey,
  { lineIds, state }: { lineIds: readonly string[]; state: LineState },
): Promise<void> {
  await tx.run(sql`
    update order_lines set state = ${state}
    where member_id = ${memberId} and order_id = ${id} and id = any(${lineIds}::text[])`);
}

/** Stores the payment id of an order: the provider's order id or a transaction id. */
export async function setPaymentId(tx: Tx, { memberId, id }: OrderKey, paymentId: string) {
  await tx.run(sql`
    update orders set payment_id = ${paymentId} where member_id = ${memberId} and id = ${id}`);
}

/** Marks a line refunded, which happens once, and adds the amount to its order. */
export async function addRefunded(
  tx: Tx,
  { memberId, id }: OrderKey,
  { lineId, amountMinor }: { lineId: string; amountMinor: bigint },
): Promise<void> {
  await tx.run(sql`
    with line as (
      update order_lines set refunded_minor = refunded_minor + ${amountMinor}::bigint,
        refunded_at = app_now()
      where member_id = ${memberId} and order_id = ${id} and id = ${lineId} returning 1)
    update orders set refunded_minor = refunded_minor + (select ${amountMinor}::bigint from line)
    where member_id = ${memberId} and id = ${id}`);
}

/** Adds to what was given back of a line for codes that do not work. */
export async function addGuaranteed(
  tx: Tx,
  { memberId, id }: OrderKey,
  { lineId, amountMinor }: { lineId: string; amountMinor: bigint },
): Promise<void> {
  await tx.run(sql`
    update order_lines set guaranteed_minor = guaranteed_minor + ${amountMinor}::bigint
    where member_id = ${memberId} and order_id = ${id} and id = ${lineId}`);
}

/**
 * Pending orders past their time whose payment is not claimed, and those claimed for unconfirmed outside coins for
 * longer than `coin_hold_minutes`.
 */
export function lapsed(db: Queryable, limit: number) {
  return db.rows(sql<OrderKey>`
    select o.member_id as "memberId", o.id from orders o
    left join payments p on p.member_id = o.member_id and p.order_id = o.id
    where o.state = 'pending' and o.lapses_at <= app_now()
      and (p.state is null or p.state <> 'claimed'
        or p.provider = 'coins' and o.created_at <= app_now() - (
          select value::float8 from site_options where name = 'coin_hold_minutes') * interval '1 minute'
        and not exists (
          select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
          where q.member_id = o.member_id and q.order_id = o.id
            and t.state not in ('failed', 'rejected')))
    order by o.lapses_at limit ${limit}`);
}

/** True when an order's time is over, by the database's clock. */
export async function isOver(tx: Tx, { lapsesAt }: Pick<OrderHead, 'lapsesAt'>): Promise<boolean> {
  const { over } = await tx.one(
    sql<{ over: boolean }>`select coalesce(${lapsesAt}::timestamptz <= app_now(), false) as over`,
  );
  return over;
}

/**
 * Paid orders with an undelivered line whose codes are in stock now, the oldest first. Orders without stock, of frozen
 * members or with a payment gone are left out, so that they do not block others.
 */
export function waitingForCodes(db: Queryable, limit: number) {
  return db.rows(sql<OrderKey>`
    select o.member_id as "memberId", o.id
    from orders o join members m on m.id = o.member_id
    where o.state in ('paid', 'accepted') and m.frozen_at is null
      and not (o.gateway <> 'Wallet' and is_payment_gone(o.member_id, o.id))
      and exists (
        select 1 from order_lines l
        where l.member_id = o.member_id and l.order_id = o.id and l.state in (1, 2)
          and l.refunded_at is null
          and l.quantity <=
            (select count(*) from codes c where c.line_id = l.id and c.state = 'reserved')
            + (select count(*) from (select 1 from codes c
              where c.card_id = l.card_id and c.state = 'free'
                and (c.expires_at is null or c.expires_at > app_now()) limit l.quantity) free))
    order by o.created_at limit ${limit}`);
}

/** True when a member has an order that is pending, paid or accepted. */
export async function hasOpenOrder(db: Queryable, memberId: string): Promise<boolean> {
  const order = await db.first(sql`
    select 1 from orders where member_id = ${memberId} and state in ('pending', 'paid', 'accepted')
    limit 1`);
  return order !== undefined;
}
