/** What the back office's queues show of refunds and of payments that were taken back. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../../platform/db/db.ts';
import { mostCounted, type Waiting, waitingOf } from '../../platform/db/waiting.ts';
import type { OrderKey } from '../orders/orders.ts';
import { provider } from './parts.ts';
import type { Refund } from './queries.ts';

interface Wanted {
  /** The last case of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Refunds that are not done, the oldest first. */
export function queuedRefunds(
  db: Queryable,
  { source, after, limit }: Wanted & Pick<Refund, 'source'>,
) {
  return db.rows(sql<Refund>`
    select id, member_id as "memberId", order_id as "orderId", provider,
      capture_id as "captureId", amount_minor as "amountMinor", currency, reason, source, state,
      attempt, claimed, reversed_minor as "reversedMinor", problem, created_at as "createdAt"
    from refunds where state <> 'done' and source = ${source}
      and (${after ?? null}::text is null or (created_at, id) >
        (select created_at, id from refunds where id = ${after ?? null}::text))
    order by created_at, id limit ${limit}`);
}

export type RefundCase = Refund & {
  readonly providerOrderId: string | null;
  /** Who had it sent again. */
  readonly resentBy: string | null;
  readonly capturedMinor: bigint;
  /** What the provider took back of the payment, and what of that it paid again. */
  readonly takenMinor: bigint;
  readonly restoredMinor: bigint;
};

/** A refund with its payment. */
export function refundCase(db: Queryable, id: string) {
  return db.first(sql<RefundCase>`
    select r.id, r.member_id as "memberId", r.order_id as "orderId", r.provider,
      r.capture_id as "captureId", r.amount_minor as "amountMinor", r.currency, r.reason, r.source,
      r.state, r.attempt, r.claimed, r.reversed_minor as "reversedMinor", r.problem,
      r.created_at as "createdAt", r.resent_by as "resentBy", p.provider_order_id as "providerOrderId",
      c.amount_minor as "capturedMinor", c.reversed_minor as "takenMinor",
      c.restored_minor as "restoredMinor"
    from refunds r
    join capture_sums c on c.provider = r.provider and c.capture_id = r.capture_id
    left join payments p on p.member_id = r.member_id and p.order_id = r.order_id
    where r.id = ${id}`);
}

/** A payment that was taken back. */
export interface TakenCase extends OrderKey {
  readonly captureId: string;
  readonly currency: Currency;
  readonly capturedMinor: bigint;
  readonly takenMinor: bigint;
  readonly restoredMinor: bigint;
  readonly openMinor: bigint;
  /** Null while it is not known whether a dispute took it. */
  readonly disputed: boolean | null;
  /** When it was taken; when it was paid, as long as nothing is taken. */
  readonly at: Date;
  readonly providerOrderId: string | null;
  /** Who made the last decision. */
  readonly decidedBy: string | null;
}

/** Payments of which something taken back is undecided, the longest first: as `lockOpen` finds them. */
export function queuedDisputes(db: Queryable, { after, limit }: Wanted) {
  return db.rows(sql<TakenCase>`
    with undecided as (
      select capture_id from capture_reversals where not settled and provider = ${provider}
      union select capture_id from payment_captures where disputed and provider = ${provider}),
    open as (
      select c.*, coalesce(c.reversed_at, c.created_at) as at from undecided u
      join capture_sums c on c.provider = ${provider} and c.capture_id = u.capture_id
      where c.reversed_minor > c.settled_minor or c.disputed)
    select o.member_id as "memberId", o.order_id as id, o.capture_id as "captureId", o.currency,
      o.amount_minor as "capturedMinor", o.reversed_minor as "takenMinor",
      o.restored_minor as "restoredMinor", o.reversed_minor - o.settled_minor as "openMinor",
      o.disputed, o.at, null as "providerOrderId", null as "decidedBy"
    from open o where ${after ?? null}::text is null or (o.at, o.capture_id) > (
      select coalesce(reversed_at, created_at), capture_id from capture_sums
      where provider = ${provider} and capture_id = ${after ?? null}::text)
    order by o.at, o.capture_id limit ${limit}`);
}

/** Those payments as a queue. */
export const waitingDisputes = async (db: Queryable): Promise<Waiting> =>
  waitingOf(await queuedDisputes(db, { after: undefined, limit: mostCounted }));

/** A payment and what was taken back of it, decided or not. */
export function takenCase(db: Queryable, captureId: string) {
  return db.first(sql<TakenCase>`
    select c.member_id as "memberId", c.order_id as id, c.capture_id as "captureId", c.currency,
      c.amount_minor as "capturedMinor", c.reversed_minor as "takenMinor",
      c.restored_minor as "restoredMinor", c.reversed_minor - c.settled_minor as "openMinor",
      c.disputed, coalesce(c.reversed_at, c.created_at) as at,
      p.provider_order_id as "providerOrderId",
      (select d.decided_by from capture_decisions d
        where d.provider = c.provider and d.capture_id = c.capture_id
        order by d.nth desc limit 1) as "decidedBy"
    from capture_sums c
    left join payments p on p.member_id = c.member_id and p.order_id = c.order_id
    where c.provider = ${provider} and c.capture_id = ${captureId}
      and (c.reversed_minor > 0 or c.disputed is not null)`);
}
