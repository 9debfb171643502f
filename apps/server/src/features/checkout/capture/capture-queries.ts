/** Queries for recorded captures: which to ask about, and what the provider took back. */
import { type Currency, least } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { ProviderReversal } from '../../../providers/payments/port.ts';
import type { OrderKey } from '../../orders/orders.ts';

interface CaptureKey {
  readonly provider: string;
  readonly captureId: string;
}

/**
 * Takes due captures, the longest due first, and sets when each is due next: after a quarter of its age, between 30
 * minutes and 14 days, for 180 days. With a reversal of unknown cause it is due in five minutes, in case this process
 * stops before the answer.
 */
export async function takeDueCaptures(
  db: Queryable,
  provider: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows(sql<{ captureId: string }>`
    update payment_captures c set ask_at = case
        when c.disputed is null and due.reversed_minor > due.settled_minor
          and due.reversed_at > app_now() - interval '180 days' then app_now() + interval '5 minutes'
        when c.created_at > app_now() - interval '180 days' then app_now() + least(greatest(
          (app_now() - c.created_at) / 4, interval '30 minutes'), interval '14 days') end
    from (select * from (select provider, capture_id from payment_captures
        where ask_at <= app_now() and provider = ${provider}
        order by ask_at limit ${limit} for update skip locked) taken
      join capture_sums using (provider, capture_id)) due
    where c.provider = due.provider and c.capture_id = due.capture_id
    returning c.capture_id as "captureId"`);
  return rows.map(({ captureId }) => captureId);
}

/** Makes a capture due after `afterMs`. */
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
 * The booked reversals of a capture, and `disputed`: true when a dispute took them, null while unknown. Undefined for a
 * capture that is not recorded.
 */
export function takenBackOf(db: Queryable, { provider, captureId }: CaptureKey) {
  return db.first(sql<{ takenMinor: bigint; restoredMinor: bigint; disputed: boolean | null }>`
    select reversed_minor as "takenMinor", restored_minor as "restoredMinor", disputed from capture_sums
    where provider = ${provider} and capture_id = ${captureId}`);
}

interface Taken {
  readonly reversedMinor: bigint;
  /** Most that can be reversed in all: the capture plus what was restored. */
  readonly mostMinor: bigint;
  readonly settledMinor: bigint;
  readonly disputed: boolean | null;
  readonly memberId: string;
  /** Reversals that the provider lists and the database does not. */
  readonly fresh: readonly ProviderReversal[];
}

/** Locks a capture, so that reversals and decisions are recorded one at a time. */
export async function lockCapture(tx: Tx, { provider, captureId }: CaptureKey): Promise<void> {
  await tx.run(sql`
    select 1 from payment_captures where provider = ${provider} and capture_id = ${captureId} for update`);
}

/** Locks a recorded capture and compares the provider's list of reversals with the stored ones. */
export async function compareReversals(
  tx: Tx,
  key: CaptureKey,
  takenBack: readonly ProviderReversal[],
): Promise<Taken | undefined> {
  const { provider, captureId } = key;
  await lockCapture(tx, key);
  const known = await tx.first(sql<Omit<Taken, 'fresh'> & { ids: string[] }>`
    select reversed_minor as "reversedMinor", amount_minor + restored_minor as "mostMinor",
      settled_minor as "settledMinor", disputed, member_id as "memberId",
      array(select id from capture_reversals r
        where r.provider = c.provider and r.capture_id = c.capture_id) as ids
    from capture_sums c where provider = ${provider} and capture_id = ${captureId}`);
  if (!known) return undefined;
  return { ...known, fresh: takenBack.filter(({ refundId }) => !known.ids.includes(refundId)) };
}

/**
 * Stores new reversals of a locked capture; returns the total and the new part. An amount beyond the whole capture
 * means that the provider paid something back unannounced: it is stored apart and booked once an operator releases
 * that.
 */
export async function markReversed(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  { reversedMinor: before, mostMinor, fresh }: Taken,
): Promise<{ reversedMinor: bigint; newMinor: bigint }> {
  if (fresh.length === 0) return { reversedMinor: before, newMinor: 0n };
  const reversals = withinBounds(fresh, mostMinor - before);
  await insertReversals(tx, { provider, captureId }, reversals);
  const newMinor = reversals.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  await tx.run(sql`
    update payment_captures set ask_at = app_now(), disputed = nullif(disputed, false)
    where provider = ${provider} and capture_id = ${captureId}`);
  return { reversedMinor: before + newMinor, newMinor };
}

interface Reversal extends ProviderReversal {
  /** Part beyond what the capture can lose. */
  readonly beyondMinor: bigint;
}

/** Splits listed reversals into what the capture can still lose and what is beyond. */
export function withinBounds(listed: readonly ProviderReversal[], mostMinor: bigint): Reversal[] {
  let leftMinor = mostMinor;
  return listed.map(({ refundId, amountMinor: listedMinor }) => {
    const amountMinor = least(listedMinor, leftMinor);
    leftMinor -= amountMinor;
    return { refundId, amountMinor, beyondMinor: listedMinor - amountMinor };
  });
}

/** Stores reversals of a locked capture; each is listed once. */
export async function insertReversals(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  reversals: readonly Reversal[],
): Promise<void> {
  await tx.run(sql`
    insert into capture_reversals (provider, id, capture_id, amount_minor, beyond_minor)
    select ${provider}, id, ${captureId}, amount, beyond
    from unnest(${reversals.map(({ refundId }) => refundId)}::text[],
      ${reversals.map(({ amountMinor }) => amountMinor)}::bigint[],
      ${reversals.map(({ beyondMinor }) => beyondMinor)}::bigint[]) as n (id, amount, beyond)`);
}

/**
 * The order of a capture that refunds and dashboard refunds return whole; undefined when a dispute took some or the
 * house bears it. When a wallet share paid too, only if dashboard refunds cover the whole capture, as that share still
 * pays lines.
 */
export function orderGivenBack(
  db: Queryable,
  { provider, captureId }: CaptureKey,
): Promise<OrderKey | undefined> {
  return db.first(sql<OrderKey>`
    select c.member_id as "memberId", c.order_id as id from capture_sums c
    join orders o on o.member_id = c.member_id and o.id = c.order_id
    where c.provider = ${provider} and c.capture_id = ${captureId} and c.use = 'order'
      and c.reversed_minor > c.restored_minor and c.disputed is not true and not c.borne
      and (o.wallet_minor = 0 or c.amount_minor = c.reversed_minor - c.restored_minor)
      and c.amount_minor <= c.reversed_minor - c.restored_minor + (
        select coalesce(sum(r.amount_minor - r.reversed_minor), 0) from refunds r
        where r.provider = c.provider and r.capture_id = c.capture_id and r.state <> 'refused')`);
}

/**
 * True when the member was frozen for this reversal: an operator decided about it, or has yet to. A settled one counts
 * only if its loss was kept or released; else it was taken for a dashboard refund.
 */
export async function isFrozenFor(
  db: Queryable,
  { provider, captureId }: CaptureKey,
  id: string,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from capture_sums c join capture_reversals r using (provider, capture_id)
    where provider = ${provider} and capture_id = ${captureId} and r.id = ${id}
      and case when r.settled then c.borne or c.restored_minor > 0 else c.disputed end`);
  return found !== undefined;
}

export interface Held extends OrderKey {
  readonly captureId: string;
  /** Reversed amount. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** Undelivered paid orders with a reversed payment, and top-ups with an undecided reversal, the oldest first. */
export function listHeld(db: Queryable): Promise<Held[]> {
  return db.rows(sql<Held>`
    select c.member_id as "memberId", c.order_id as id, c.capture_id as "captureId", c.currency,
      c.reversed_minor - case when t.id is null then c.restored_minor else c.settled_minor end as "amountMinor"
    from capture_sums c
    left join orders o on o.member_id = c.member_id and o.id = c.order_id
    left join top_ups t on t.member_id = c.member_id and t.id = c.order_id
    where c.use = 'order' and c.disputed is not false
      and (c.provider, c.capture_id) in (select provider, capture_id from capture_reversals)
      and (o.state in ('paid', 'accepted') and c.reversed_minor > c.restored_minor
        or t.id is not null and c.reversed_minor > c.settled_minor)
    order by c.created_at limit 200`);
}
