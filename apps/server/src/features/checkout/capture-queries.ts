/** Asking about captures after they were recorded: which are due, and what is known of money taken back. */
import type { Currency } from '@giftlane/contract/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import type { OrderKey } from '../orders/orders.ts';
import { provider } from './parts.ts';

interface CaptureKey {
  readonly provider: string;
  readonly captureId: string;
}

/**
 * Takes captures whose time to be asked about has come, the longest due first, and says when each is next: after
 * a quarter of its age, half an hour to two weeks, and never after half a year.
 */
export async function takeDueCaptures(
  db: Queryable,
  provider: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows(sql<{ captureId: string }>`
    update payment_captures c set ask_at = case
        when c.created_at > app_now() - interval '180 days' then app_now() + least(greatest(
          (app_now() - c.created_at) / 4, interval '30 minutes'), interval '14 days') end
    from (select provider, capture_id from payment_captures
      where ask_at <= app_now() and provider = ${provider}
      order by ask_at limit ${limit} for update skip locked) due
    where c.provider = due.provider and c.capture_id = due.capture_id
    returning c.capture_id as "captureId"`);
  return rows.map(({ captureId }) => captureId);
}

/** Has a capture asked about again after so long, at the soonest. */
export async function askCaptureSoon(
  db: Queryable,
  { provider, captureId }: CaptureKey,
  afterMs: number,
): Promise<void> {
  await db.run(sql`
    update payment_captures set ask_at = app_now() + ${afterMs} * interval '1 ms'
    where provider = ${provider} and capture_id = ${captureId}`);
}

/**
 * What is known of money that was taken back of a capture: how much of it is booked, and whether a dispute took it; null
 * while nobody has said so. Undefined of a capture that is not recorded.
 */
export function takenBackOf(db: Queryable, { provider, captureId }: CaptureKey) {
  return db.first(sql<{ takenMinor: bigint; disputed: boolean | null }>`
    select reversed_minor as "takenMinor", disputed from payment_captures
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** The order of a capture of which our refunds and the provider leave nothing, unless a dispute took some of it. */
export function orderGivenBack(
  db: Queryable,
  { provider, captureId }: CaptureKey,
): Promise<OrderKey | undefined> {
  return db.first(sql<OrderKey>`
    select c.member_id as "memberId", c.order_id as id from payment_captures c
    where c.provider = ${provider} and c.capture_id = ${captureId} and c.use = 'order'
      and c.reversed_minor > c.restored_minor and c.disputed is not true
      and c.amount_minor <= c.reversed_minor - c.restored_minor + (
        select coalesce(sum(r.amount_minor - r.reversed_minor), 0) from refunds r
        where r.provider = c.provider and r.capture_id = c.capture_id and r.state <> 'refused')`);
}

export interface Restored extends OrderKey {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** All that was ever paid after all. */
  readonly restoredMinor: bigint;
}

/**
 * Marks what the provider had taken back of a payment as paid after all, but for what refunds have been told of. Answers
 * what it pays for and how much counts again; undefined where that is nothing, or known to be a gift of the shop's.
 */
export function markRestored(tx: Tx, captureId: string): Promise<Restored | undefined> {
  return tx.first(sql<Restored>`
    with found as (
      select provider, capture_id, reversed_minor - restored_minor - coalesce((
          select sum(r.reversed_minor) from refunds r
          where r.provider = c.provider and r.capture_id = c.capture_id), 0)::bigint as minor
      from payment_captures c
      where provider = ${provider} and capture_id = ${captureId} and use = 'order'
        and disputed is not false for update)
    update payment_captures c set disputed = false, restored_minor = restored_minor + found.minor,
      settled_minor = reversed_minor, settled_ids = settled_ids || taken_ids, taken_ids = '{}'
    from found where c.provider = found.provider and c.capture_id = found.capture_id and found.minor > 0
    returning member_id as "memberId", order_id as id, currency, restored_minor as "restoredMinor",
      found.minor as "amountMinor"`);
}

export interface Held extends OrderKey {
  readonly captureId: string;
  /** What the provider has taken back. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** Paid orders that wait for codes and get none, as the provider took money of their payment back, the oldest first. */
export function listHeld(db: Queryable): Promise<Held[]> {
  return db.rows(sql<Held>`
    select o.member_id as "memberId", o.id, c.capture_id as "captureId", c.currency,
      c.reversed_minor - c.restored_minor as "amountMinor"
    from orders o join payment_captures c on c.member_id = o.member_id and c.order_id = o.id
    where o.state in ('paid', 'accepted') and c.use = 'order'
      and c.reversed_minor > c.restored_minor and c.disputed is not false
    order by o.created_at limit 200`);
}

/**
 * An order goes on though the provider has taken money of its payment back: the house bears that. Answers which; undefined
 * where there is none.
 */
export function bearReversal(tx: Tx, captureId: string): Promise<OrderKey | undefined> {
  return tx.first(sql<OrderKey>`
    update payment_captures c set disputed = false
    from orders o where o.member_id = c.member_id and o.id = c.order_id
      and c.provider = ${provider} and c.capture_id = ${captureId} and c.use = 'order'
      and c.reversed_minor > c.restored_minor and c.disputed is not false
    returning o.member_id as "memberId", o.id`);
}

/** Remembers that a dispute took money of a payment, or is about to; only an operator ends that. */
export async function noteDisputed(tx: Tx, { provider, captureId }: CaptureKey): Promise<void> {
  await tx.run(sql`
    update payment_captures set disputed = true
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** Remembers that no dispute took what was taken back, if that is still so much and nobody says otherwise; else false. */
export async function noteUndisputed(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  takenMinor: bigint,
): Promise<boolean> {
  const noted = await tx.run(sql`
    update payment_captures set disputed = false
    where provider = ${provider} and capture_id = ${captureId} and disputed is not true
      and reversed_minor > 0 and reversed_minor = ${takenMinor}`);
  return noted > 0;
}
