/** Lists of sell orders. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../platform/db/waiting.ts';
import { type Sale, type SaleKey, type SaleState, salesOf } from './queries.ts';

export interface SaleFilter {
  /** A whole id, or prefixes of words of a card's title; empty matches all. */
  readonly search: string;
  /** The titles that match `search`. */
  readonly titles: readonly string[];
  readonly states: readonly SaleState[];
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Upper bound of distinct titles searched. */
const mostTitles = 1_000;

/** Distinct titles of the cards a member has offered, as they were then. */
export async function titlesOffered(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ title: string }>`
    select distinct title from sell_lines where member_id = ${memberId} limit ${mostTitles}`);
  return rows.map(({ title }) => title);
}

/** Upper bound of matches listed; older ones need a narrower filter. */
const foundAtMost = 10_000;

/** A page of a member's sell orders, newest first, and the number of matches. */
export async function pageOfSales(
  db: Queryable,
  memberId: string,
  { search, titles, states, from, to }: SaleFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ sales: Sale[]; total: number }> {
  const found = await db.rows(sql<SaleKey>`
    select o.member_id as "memberId", o.id from sell_orders o
    where o.member_id = ${memberId} and o.state = any(${states}::text[])
      and o.created_at >= coalesce(${from}::timestamptz, '-infinity')
      and o.created_at < coalesce(${to}::timestamptz, 'infinity')
      and (${search} = '' or o.id = ${search} or exists (
        select 1 from sell_lines l where l.member_id = o.member_id and l.order_id = o.id
          and l.title = any(${titles}::text[])))
    order by o.created_at desc, o.id desc limit ${foundAtMost}`);
  const sales = await salesOf(db, found.slice((page - 1) * limit, page * limit));
  return { sales, total: found.length };
}

/** For operators: the newest sell orders of a member, and those with this id. */
export async function salesAbout(
  db: Queryable,
  { memberId, id, limit }: { memberId: string; id: string; limit: number },
): Promise<Sale[]> {
  const found = await db.rows(sql<SaleKey>`
    (select member_id as "memberId", id from sell_orders where member_id = ${memberId}
      order by created_at desc, id desc limit ${limit})
    union all select member_id, id from sell_orders where id = ${id}`);
  return salesOf(db, found);
}

export type SaleOfMember = Sale & { readonly email: string };

/** For operators: sell orders in some states, oldest first. */
export async function salesIn(
  db: Queryable,
  states: readonly SaleState[],
  most: number,
): Promise<SaleOfMember[]> {
  const found = await db.rows(sql<SaleKey & { email: string }>`
    select o.member_id as "memberId", o.id, m.email
    from sell_orders o join members m on m.id = o.member_id
    where o.state = any(${states}::text[]) order by o.created_at, o.id limit ${most}`);
  const emails = new Map(found.map(({ id, email }) => [id, email]));
  const sales = await salesOf(db, found);
  return sales.map((sale) => ({ ...sale, email: emails.get(sale.id) ?? '' }));
}

/** Count and age of the sell orders that wait for a decision. */
export const waitingSales = (db: Queryable): Promise<Waiting> =>
  waitingIn(
    db,
    "select created_at as at from sell_orders where state = 'pending' order by created_at",
  );

/** An offer in the reviewers' queue. */
export interface WaitingSale {
  readonly id: string;
  readonly title: string;
  readonly cards: number;
  readonly totalMinor: bigint;
  readonly currency: Currency;
  readonly createdAt: Date;
}

/** Offers that wait, the oldest first, behind one (empty: from the first). */
export function pageOfWaiting(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<WaitingSale[]> {
  return db.rows(sql<WaitingSale>`
    select o.id, first.title, lines.cards, o.total_minor as "totalMinor", o.currency, o.created_at as "createdAt"
    from sell_orders o
    cross join lateral (select title from sell_lines l
      where l.member_id = o.member_id and l.order_id = o.id order by position limit 1) first
    cross join lateral (select sum(quantity)::int as cards from sell_lines l
      where l.member_id = o.member_id and l.order_id = o.id) lines
    where o.state = 'pending' and (${after} = '' or (o.created_at, o.id) > (
      select created_at, id from sell_orders where id = ${after}))
    order by o.created_at, o.id limit ${limit}`);
}
