/** Queries for the codes that unpaid orders hold, and for how long. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** Serialises a member's placing of unpaid orders until the transaction ends. */
export async function lockUnpaid(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`unpaid ${memberId}`}, 0))`);
}

/** Serialises checks of a network's unpaid orders until the transaction ends. */
export async function lockUnpaidFrom(tx: Tx, network: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`unpaid from ${network}`}, 0))`);
}

/** Codes of a card held by unpaid orders. */
export interface Holding {
  readonly cardId: string;
  /** By this member. */
  readonly own: number;
  /** By all new accounts with orders from this network, and from the wider network. */
  readonly near: number;
  readonly wide: number;
}

/** The member and networks to count; networks are null for an account that is not new. */
interface Holder {
  readonly memberId: string;
  readonly network: string | null;
  readonly wide: string | null;
  /** Orders count when the wallet holds less than one part in this many of the total. */
  readonly backedByOneOf: number;
}

/** Codes per card held by the unpaid orders of a member, and of new accounts in its networks. */
export function unpaidHoldings(db: Queryable, { memberId, network, wide, backedByOneOf }: Holder) {
  return db.rows(sql<Holding>`
    select l.card_id as "cardId",
      coalesce(sum(l.quantity) filter (where o.member_id = ${memberId}), 0)::int as own,
      coalesce(sum(l.quantity) filter (where o.network = ${network}), 0)::int as near,
      coalesce(sum(l.quantity) filter (where o.wide_network = ${wide}), 0)::int as wide
    from orders o join order_lines l on l.member_id = o.member_id and l.order_id = o.id
    where o.state = 'pending' and (o.member_id = ${memberId} or o.wide_network = ${wide})
      and o.wallet_minor * ${backedByOneOf}::int < o.total_minor
    group by l.card_id`);
}

/** Minutes that a member's cancelled, lapsed and declined orders held codes within 24 hours, in sum. */
export async function minutesUnpaid(db: Queryable, memberId: string): Promise<number> {
  const { minutes } = await db.one(sql<{ minutes: number }>`
    select coalesce(sum(extract(epoch from lapses_at - created_at)), 0)::float8 / 60 as minutes
    from orders where member_id = ${memberId} and created_at > app_now() - interval '1 day'
      and state = 'failed' and fail_reason in ('cancelled', 'lapsed', 'declined')`);
  return minutes;
}

/** True when a member has a paid order that was not refunded whole. */
export async function hasBought(db: Queryable, memberId: string): Promise<boolean> {
  const { bought } = await db.one(sql<{ bought: boolean }>`
    select exists (select from orders where member_id = ${memberId}
      and state in ('paid', 'accepted', 'delivered')) as bought`);
  return bought;
}
