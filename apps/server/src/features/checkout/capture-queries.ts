/** Asking about captures after they were recorded: which are due, and what is known of money taken back. */
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import type { OrderKey } from '../orders/orders.ts';

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

/** Has a capture asked about again after a few minutes: nothing was learned of it. */
export async function askCaptureSoon(
  db: Queryable,
  { provider, captureId }: CaptureKey,
  afterMs: number,
): Promise<void> {
  await db.run(sql`
    update payment_captures set ask_at = app_now() + ${afterMs} * interval '1 ms'
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** Whether money of a capture was taken back of which nobody has said whether a dispute took it. */
export async function isUnexplained(
  db: Queryable,
  { provider, captureId }: CaptureKey,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from payment_captures where provider = ${provider} and capture_id = ${captureId}
      and reversed_minor > 0 and disputed is null`);
  return found !== undefined;
}

/** The order of a capture of which nothing is left, unless a dispute took it. */
export function orderGivenBack(
  db: Queryable,
  { provider, captureId }: CaptureKey,
): Promise<OrderKey | undefined> {
  return db.first(sql<OrderKey>`
    select member_id as "memberId", order_id as id from payment_captures
    where provider = ${provider} and capture_id = ${captureId} and use = 'order'
      and reversed_minor >= amount_minor and disputed is not true`);
}

/** Remembers who took the money back; that it was a dispute is never taken back. */
export async function setDisputed(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  disputed: boolean,
): Promise<void> {
  await tx.run(sql`
    update payment_captures set disputed = disputed is true or ${disputed}
    where provider = ${provider} and capture_id = ${captureId}`);
}
