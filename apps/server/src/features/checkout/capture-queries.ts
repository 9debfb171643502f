/** Asking about captures after they were recorded: which are due, and what is known of money taken back. */
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
 * What is known of money that was taken back of a capture: `booked`, by us, and whether a dispute took it; null
 * while nobody has said so. Undefined of a capture that is not recorded.
 */
export function takenBackOf(db: Queryable, { provider, captureId }: CaptureKey) {
  return db.first(sql<{ booked: boolean; disputed: boolean | null }>`
    select reversed_minor > 0 as booked, disputed from payment_captures
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
      and c.reversed_minor > 0 and c.disputed is not true
      and c.amount_minor <= c.reversed_minor + (
        select coalesce(sum(r.amount_minor - r.reversed_minor), 0) from refunds r
        where r.provider = c.provider and r.capture_id = c.capture_id and r.state <> 'refused')`);
}

/**
 * What the provider had taken back of a payment counts again: it has paid after all. Answers what it pays for; undefined
 * where nothing was taken back, or that is known to be a gift of the shop's.
 */
export function endDispute(tx: Tx, captureId: string): Promise<OrderKey | undefined> {
  return tx.first(sql<OrderKey>`
    update payment_captures set disputed = false
    where provider = ${provider} and capture_id = ${captureId} and use = 'order'
      and reversed_minor > 0 and disputed is not false
    returning member_id as "memberId", order_id as id`);
}

/** Remembers who took money back, where some is booked or it was a dispute, which only an operator ends. */
export async function setDisputed(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  disputed: boolean,
): Promise<void> {
  await tx.run(sql`
    update payment_captures set disputed = disputed is true or ${disputed}
    where provider = ${provider} and capture_id = ${captureId}
      and (${disputed} or reversed_minor > 0)`);
}
