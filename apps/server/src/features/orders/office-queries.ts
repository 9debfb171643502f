/** Orders of all members, as staff lists them. Each statement reads a bounded part of an index. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import { type Queryable, sql } from '../../platform/db/db.ts';
import type { OrderKey, State } from './queries.ts';

export interface OrderFit {
  /** Empty: of all members. */
  readonly memberId: string;
  readonly states: readonly State[];
  readonly gateways: readonly Gateway[];
  readonly currencies: readonly Currency[];
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

interface Page {
  /** The id of the last order of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

/** Orders of a member that are looked at, the newest first. */
const lookedThrough = 100_000;

/** A page of orders, the newest first. */
export function pageOfAll(db: Queryable, fit: OrderFit, page: Page): Promise<OrderKey[]> {
  return fit.memberId === '' ? ofEverybody(db, fit, page) : ofMember(db, fit, page);
}

/** Merges the newest of each combination of state, method and currency: `orders_sorted` has each in order. */
const ofEverybody = (
  db: Queryable,
  { states, gateways, currencies, from, to }: OrderFit,
  { after, limit }: Page,
) =>
  db.rows(sql<OrderKey>`
    with start as materialized (
      select coalesce((select created_at from orders where id = ${after} limit 1), 'infinity') as at)
    select hit.member_id as "memberId", hit.id
    from start, unnest(${states}::text[]) as s (state), unnest(${gateways}::text[]) as g (gateway),
      unnest(${currencies}::text[]) as c (currency)
    cross join lateral (select member_id, id, created_at from orders
      where state = s.state and gateway = g.gateway and currency = c.currency
        and created_at >= coalesce(${from}::timestamptz, '-infinity')
        -- The scan begins here; the row that follows only cuts within one moment.
        and created_at < least(${to}::timestamptz, start.at + interval '1 microsecond')
        and (created_at, id) < (start.at, ${after})
      order by created_at desc, id desc limit ${limit}) hit
    order by hit.created_at desc, hit.id desc limit ${limit}`);

const ofMember = (
  db: Queryable,
  { memberId, states, gateways, currencies, from, to }: OrderFit,
  { after, limit }: Page,
) =>
  db.rows(sql<OrderKey>`
    select member_id as "memberId", id from (
      select member_id, id, created_at, state, gateway, currency from orders
      where member_id = ${memberId}
        and created_at >= coalesce(${from}::timestamptz, '-infinity')
        and created_at < coalesce(${to}::timestamptz, 'infinity')
        and (created_at, id) < (
          coalesce((select created_at from orders where id = ${after} limit 1), 'infinity'), ${after})
      order by created_at desc, id desc limit ${lookedThrough}) newest
    where state = any(${states}::text[]) and gateway = any(${gateways}::text[])
      and currency = any(${currencies}::text[])
    order by created_at desc, id desc limit ${limit}`);

/** Counts orders, up to `most`. */
export async function countFitting(
  db: Queryable,
  { memberId, states, gateways, currencies, from, to }: OrderFit,
  most: number,
): Promise<number> {
  if (memberId !== '')
    return (
      await pageOfAll(
        db,
        { memberId, states, gateways, currencies, from, to },
        { after: '', limit: most },
      )
    ).length;
  const { orders } = await db.one(sql<{ orders: number }>`
    select count(*)::int as orders from (
      select 1 from unnest(${states}::text[]) as s (state), unnest(${gateways}::text[]) as g (gateway),
        unnest(${currencies}::text[]) as c (currency)
      cross join lateral (select 1 from orders
        where state = s.state and gateway = g.gateway and currency = c.currency
          and created_at >= coalesce(${from}::timestamptz, '-infinity')
          and created_at < coalesce(${to}::timestamptz, 'infinity')
        limit ${most}) hit
      limit ${most}) counted`);
  return orders;
}
