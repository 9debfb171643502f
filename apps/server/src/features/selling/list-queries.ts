/** Lists of sell orders. */
import { type Queryable, sql } from '../../platform/db/db.ts';
import { type Sale, type SaleHead, type SaleState, withLines } from './queries.ts';

export interface SaleFilter {
  /** A whole id, or the beginnings of words of a card's title; empty is any. */
  readonly search: string;
  /** The titles that have them. */
  readonly titles: readonly string[];
  readonly states: readonly SaleState[];
  readonly from: Date | null;
  readonly to: Date | null;
}

/** More titles than anybody looks through. */
const mostTitles = 1_000;

/** What a member has offered, by the titles of that time. */
export async function titlesOffered(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ title: string }>`
    select distinct title from sell_lines where member_id = ${memberId} limit ${mostTitles}`);
  return rows.map(({ title }) => title);
}

/** A page of a member's sell orders, newest first, and how many fit. */
export async function pageOfSales(
  db: Queryable,
  memberId: string,
  { search, titles, states, from, to }: SaleFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ sales: Sale[]; total: number }> {
  const rows = await db.rows(sql<SaleHead & { total: number }>`
    select o.member_id as "memberId", o.id, o.content_hash as "contentHash", o.gateway, o.payee,
      o.currency, o.state, o.subtotal_minor as "subtotalMinor", o.fee_minor as "feeMinor",
      o.total_minor as "totalMinor", o.payout_currency as "payoutCurrency",
      o.payout_minor as "payoutMinor", o.notice, o.created_at as "createdAt",
      o.decided_at as "decidedAt", o.into_wallet_at as "intoWalletAt", count(*) over ()::int as total
    from sell_orders o
    where o.member_id = ${memberId} and o.state = any(${states}::text[])
      and o.created_at >= coalesce(${from}::timestamptz, '-infinity')
      and o.created_at < coalesce(${to}::timestamptz, 'infinity')
      and (${search} = '' or o.id = ${search} or exists (
        select 1 from sell_lines l where l.member_id = o.member_id and l.order_id = o.id
          and l.title = any(${titles}::text[])))
    order by o.created_at desc, o.id desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const sales = await withLines(db, rows);
  const [first] = rows;
  // Beyond the end there is no row that could say how many there are.
  if (!first && page > 1) {
    const { total } = await pageOfSales(
      db,
      memberId,
      { search, titles, states, from, to },
      { page: 1, limit: 1 },
    );
    return { sales, total };
  }
  return { sales, total: first?.total ?? 0 };
}

export type SaleOfMember = Sale & { readonly email: string };

/** For operators: sell orders of a state, the oldest first. */
export async function salesIn(
  db: Queryable,
  states: readonly SaleState[],
  most: number,
): Promise<SaleOfMember[]> {
  const heads = await db.rows(sql<SaleHead & { email: string }>`
    select o.member_id as "memberId", o.id, o.content_hash as "contentHash", o.gateway, o.payee,
      o.currency, o.state, o.subtotal_minor as "subtotalMinor", o.fee_minor as "feeMinor",
      o.total_minor as "totalMinor", o.payout_currency as "payoutCurrency",
      o.payout_minor as "payoutMinor", o.notice, o.created_at as "createdAt",
      o.decided_at as "decidedAt", o.into_wallet_at as "intoWalletAt", m.email
    from sell_orders o join members m on m.id = o.member_id
    where o.state = any(${states}::text[]) order by o.created_at, o.id limit ${most}`);
  const emails = new Map(heads.map(({ id, email }) => [id, email]));
  const sales = await withLines(db, heads);
  return sales.map((sale) => ({ ...sale, email: emails.get(sale.id) ?? '' }));
}
