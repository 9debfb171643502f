/** Search queries for a member's orders. Each reads a bounded number of index entries. */
import { type Queryable, sql } from '../../platform/db/db.ts';
import type { ListedHead, State } from './queries.ts';

/** The conditions on an order; null means any. */
export interface Fit {
  readonly states: readonly State[];
  /** True when its last payment attempt was declined. */
  readonly declined: boolean | null;
  readonly from: Date | null;
  /** Exclusive upper bound. */
  readonly to: Date | null;
}

/** Most of a member's orders examined, the newest first. */
const lookedThrough = 100_000;

/** The newest matching orders; others are skipped in the index. */
export function newestThatFit(db: Queryable, memberId: string, fit: Fit, limit: number) {
  return db.rows(sql<{ id: string }>`
    select id from (
      select id, created_at, state, fail_reason from orders
      where member_id = ${memberId}
        and created_at >= coalesce(${fit.from}::timestamptz, '-infinity')
        and created_at < coalesce(${fit.to}::timestamptz, 'infinity')
      order by created_at desc, id desc limit ${lookedThrough}) newest
    where state = any(${fit.states}::text[])
      and (${fit.declined}::boolean is null
        or (fail_reason is not distinct from 'declined') = ${fit.declined}::boolean)
    order by created_at desc, id desc limit ${limit}`);
}

/** Most distinct cards found per member; each costs one index lookup. */
const cardsAtMost = 5_000;

/** The distinct cards that a member ever ordered, by one index lookup each. */
export function cardsOrdered(db: Queryable, memberId: string) {
  return db.rows(sql<{ cardId: string }>`
    with recursive ordered (card_id, nth) as (
      (select card_id, 1 from order_lines where member_id = ${memberId} order by card_id limit 1)
      union all
      select (select l.card_id from order_lines l
          where l.member_id = ${memberId} and l.card_id > ordered.card_id
          order by l.card_id limit 1), nth + 1
        from ordered where ordered.card_id is not null and nth < ${cardsAtMost})
    select card_id as "cardId" from ordered where card_id is not null`);
}

/**
 * The newest matching orders with one of the cards or ids (ours or the client's). Of orders with a card the newest
 * `depth` are examined, as ids grow with time.
 */
export function foundThatFit(
  db: Queryable,
  memberId: string,
  fit: Fit,
  wanted: {
    cardIds: readonly string[];
    orderIds: readonly string[];
    depth: number;
    limit: number;
  },
) {
  return db.rows(sql<{ id: string }>`
    with by_card as materialized (
      select hit.order_id as id from unnest(${wanted.cardIds}::text[]) as card (id)
      cross join lateral (
        select order_id from order_lines where member_id = ${memberId} and card_id = card.id
        order by order_id desc limit ${wanted.depth}) hit
      order by hit.order_id desc limit ${wanted.depth}),
    hits as materialized (
      select id from by_card
      union select id from orders
        where member_id = ${memberId} and id = any(${wanted.orderIds}::text[])
      union select id from orders
        where member_id = ${memberId} and client_id = any(${wanted.orderIds}::text[]))
    select o.id from hits join orders o on o.member_id = ${memberId} and o.id = hits.id
    where o.state = any(${fit.states}::text[])
      and (${fit.declined}::boolean is null
        or (o.fail_reason is not distinct from 'declined') = ${fit.declined}::boolean)
      and o.created_at >= coalesce(${fit.from}::timestamptz, '-infinity')
      and o.created_at < coalesce(${fit.to}::timestamptz, 'infinity')
    order by o.created_at desc, o.id desc limit ${wanted.limit}`);
}

/** Orders of a member without their lines, newest first. */
export function headsByIds(db: Queryable, memberId: string, ids: readonly string[]) {
  return db.rows(sql<ListedHead>`
    select h.*, (select count(*)::int from order_lines l
      where l.member_id = h."memberId" and l.order_id = h.id) as lines
    from order_heads h where "memberId" = ${memberId} and id = any(${ids}::text[])
    order by "createdAt" desc, id desc`);
}
