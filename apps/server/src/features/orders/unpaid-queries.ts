/** What unpaid orders hold, and for how long. */
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import type { OrderKey } from './queries.ts';

/** Until the transaction ends, nobody else adds an unpaid order of this member. */
export async function lockUnpaid(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`unpaid ${memberId}`}, 0))`);
}

/** Until the transaction ends, nobody else weighs what unpaid orders from this network hold. */
export async function lockUnpaidFrom(tx: Tx, network: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`unpaid from ${network}`}, 0))`);
}

/** Codes of a card that unpaid orders hold. */
export interface Holding {
  readonly cardId: string;
  /** For this member. */
  readonly own: number;
  /** For everybody whose orders came from this network. */
  readonly near: number;
}

/** Whose holdings are asked for. */
interface Holder {
  readonly memberId: string;
  readonly network: string;
  /** Orders count of whose total the wallet has set aside less than one part of so many. */
  readonly backedByOneOf: number;
}

/** What the unpaid orders of a member, and those from a network, hold of each card without money. */
export function unpaidHoldings(db: Queryable, { memberId, network, backedByOneOf }: Holder) {
  return db.rows(sql<Holding>`
    select l.card_id as "cardId",
      coalesce(sum(l.quantity) filter (where o.member_id = ${memberId}), 0)::int as own,
      coalesce(sum(l.quantity) filter (where o.network = ${network}), 0)::int as near
    from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.state = 'pending' and (o.member_id = ${memberId} or o.network = ${network})
      and o.wallet_minor * ${backedByOneOf}::int < o.total_minor
    group by l.card_id`);
}

/** How many codes a member has held since yesterday, and not paid for: of orders cancelled or lapsed. */
export async function countGivenBack(db: Queryable, memberId: string): Promise<number> {
  const { codes } = await db.one(sql<{ codes: number }>`
    select coalesce(sum(l.quantity), 0)::int as codes
    from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.member_id = ${memberId} and o.created_at > app_now() - interval '1 day'
      and o.fail_reason in ('cancelled', 'lapsed')`);
  return codes;
}

/**
 * Cards that a member has given back unpaid in so many orders, or more, since yesterday. Orders with money
 * behind them count for nothing; one whose card was declined held its codes like any other.
 */
export async function cardsGivenBack(
  db: Queryable,
  back: { memberId: string; cardIds: readonly string[]; orders: number; backedByOneOf: number },
): Promise<Set<string>> {
  const rows = await db.rows(sql<{ cardId: string }>`
    select l.card_id as "cardId"
    from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.member_id = ${back.memberId} and o.created_at > app_now() - interval '1 day'
      and o.state = 'failed' and o.fail_reason in ('cancelled', 'lapsed', 'declined')
      and o.wallet_minor * ${back.backedByOneOf}::int < o.total_minor
      and l.card_id = any(${back.cardIds}::text[])
    group by l.card_id having count(*) >= ${back.orders}::int`);
  return new Set(rows.map(({ cardId }) => cardId));
}

/** Makes a pending order lapse so long after it was placed. */
export async function setLapse(tx: Tx, { memberId, id }: OrderKey, afterMs: number): Promise<void> {
  await tx.run(sql`
    update orders set lapses_at = created_at + ${afterMs} * interval '1 ms'
    where member_id = ${memberId} and id = ${id} and state = 'pending'`);
}
