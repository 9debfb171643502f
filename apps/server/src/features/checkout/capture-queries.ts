/** Asking about captures after they were recorded: which are due, and what is known of money taken back. */
import type { Currency } from '@giftlane/contract/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import type { TakenBack } from '../../providers/payments/port.ts';
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

interface Taken {
  readonly reversedMinor: bigint;
  /** The provider can not have more of it at once. */
  readonly mostMinor: bigint;
  readonly settledMinor: bigint;
  readonly takenIds: readonly string[];
  readonly disputed: boolean | null;
  readonly memberId: string;
  /** What the provider lists of it that was not settled with an operator's word. */
  readonly listed: readonly TakenBack[];
  /** What of that was not there at the last look. */
  readonly fresh: readonly TakenBack[];
}

/** Locks a recorded capture, and compares what the provider lists as taken back of it with what is known. */
export async function compareTaken(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  takenBack: readonly TakenBack[],
): Promise<Taken | undefined> {
  const known = await tx.first(sql<
    Omit<Taken, 'listed' | 'fresh'> & { settledIds: readonly string[] }
  >`
    select reversed_minor as "reversedMinor", amount_minor + restored_minor as "mostMinor",
      settled_minor as "settledMinor", settled_ids as "settledIds", taken_ids as "takenIds", disputed,
      member_id as "memberId"
    from payment_captures where provider = ${provider} and capture_id = ${captureId} for update`);
  if (!known) return undefined;
  const listed = takenBack.filter(({ refundId }) => !known.settledIds.includes(refundId));
  const fresh = listed.filter(({ refundId }) => !known.takenIds.includes(refundId));
  return { ...known, listed, fresh };
}

const sumOf = (taken: readonly TakenBack[]) =>
  taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/**
 * Remembers what of a locked capture was taken back; answers all that ever was, and what of it is new. For what is taken
 * beyond the whole payment something was paid back in between without a word: that is booked when somebody says so.
 */
export async function markReversed(
  tx: Tx,
  { provider, captureId }: CaptureKey,
  { reversedMinor: before, mostMinor, settledMinor, takenIds, listed, fresh }: Taken,
): Promise<{ reversedMinor: bigint; newMinor: bigint }> {
  if (fresh.length === 0) return { reversedMinor: before, newMinor: 0n };
  // Of what was booked before ids were kept they come with the next look.
  const isOld = takenIds.length === 0 && before > settledMinor;
  const allMinor = isOld ? settledMinor + sumOf(listed) : before + sumOf(fresh);
  const boundMinor = allMinor < mostMinor ? allMinor : mostMinor;
  const reversedMinor = boundMinor > before ? boundMinor : before;
  const newMinor = reversedMinor - before;
  const freshIds = fresh.map(({ refundId }) => refundId);
  const isNews = !isOld || newMinor > 0n;
  const beyondMinor = isOld ? 0n : allMinor - reversedMinor;
  await tx.run(sql`
    update payment_captures set reversed_minor = ${reversedMinor},
      beyond_minor = beyond_minor + ${beyondMinor},
      reversed_at = coalesce(reversed_at, app_now()), taken_ids = taken_ids || ${freshIds}::text[],
      ask_at = case when ${isNews} then app_now() else ask_at end,
      disputed = case when ${isNews} and disputed is not true then null else disputed end
    where provider = ${provider} and capture_id = ${captureId}`);
  return { reversedMinor, newMinor };
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

/** What of a payment's money that the provider took back nobody has decided about yet. */
export interface Open extends OrderKey {
  readonly captureId: string;
  readonly currency: Currency;
  /** 0 where a dispute was told of and has taken nothing. */
  readonly openMinor: bigint;
  /** In how many parts it was taken, as far as that is known. */
  readonly parts: number;
  /** Whether a dispute took it; null while nobody has said so. */
  readonly disputed: boolean | null;
  /** What it was taken for: an order or a top-up, or nothing, so that it goes back. */
  readonly use: 'order' | 'return';
  /** What the payment was. */
  readonly amountMinor: bigint;
  /** All that is gone of it, with what was decided before. */
  readonly goneMinor: bigint;
  /** What refunds are to send of it, each cent once, but for what was given in their place. */
  readonly refundsMinor: bigint;
  /** What of that they did not send, as it was gone. */
  readonly toldMinor: bigint;
  /** What was taken beyond the whole payment. */
  readonly beyondMinor: bigint;
  /** What lay in unpaid orders when it was taken. */
  readonly heldMinor: bigint;
  /** All that was ever taken back. */
  readonly reversedMinor: bigint;
  /** All that was ever paid after all. */
  readonly restoredMinor: bigint;
}

/** Locks a payment, so that one at a time decides about it, and answers what is open; undefined where nothing is. */
export async function lockOpen(tx: Tx, captureId: string): Promise<Open | undefined> {
  // First of all: what is read below is then not of before the one who had it locked.
  await tx.run(sql`
    select 1 from payment_captures where provider = ${provider} and capture_id = ${captureId} for update`);
  return tx.first(sql<Open>`
    select c.member_id as "memberId", c.order_id as id, c.capture_id as "captureId", c.currency,
      c.use, c.disputed, c.amount_minor as "amountMinor", c.reversed_minor as "reversedMinor",
      c.restored_minor as "restoredMinor", c.reversed_minor - c.settled_minor as "openMinor",
      cardinality(c.taken_ids) as parts, c.reversed_minor - c.restored_minor as "goneMinor",
      r.all_minor - c.owed_again_minor as "refundsMinor",
      r.told_minor - c.owed_again_minor as "toldMinor", c.beyond_minor as "beyondMinor",
      c.held_minor as "heldMinor"
    from payment_captures c, lateral (
      select coalesce(sum(amount_minor - given_minor), 0)::bigint as all_minor,
        coalesce(sum(reversed_minor - given_minor), 0)::bigint as told_minor
      from refunds where provider = c.provider and capture_id = c.capture_id) r
    where c.provider = ${provider} and c.capture_id = ${captureId}
      and (c.reversed_minor > c.settled_minor or c.disputed)`);
}

/** So much of what is open of a locked payment is decided, under these ids where they are known. */
export async function settle(
  tx: Tx,
  { captureId, openMinor }: Pick<Open, 'captureId' | 'openMinor'>,
  { minor, ids = [] }: { minor: bigint; ids?: readonly string[] },
): Promise<void> {
  const whole = minor >= openMinor;
  await tx.run(sql`
    update payment_captures set
      disputed = case when ${whole} then false else disputed end,
      settled_minor = least(settled_minor + ${minor}, reversed_minor),
      settled_ids = settled_ids || case when ${whole} then taken_ids else ${ids}::text[] end,
      held_minor = case when ${whole} then 0 else held_minor end,
      taken_ids = case when ${whole} then '{}'
        else array(select t from unnest(taken_ids) t where t <> all(${ids}::text[])) end
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** The provider has paid so much of a locked and settled payment after all, of which a part is owed to its buyer again. */
export async function markRestored(
  tx: Tx,
  captureId: string,
  { minor, owedAgainMinor }: { minor: bigint; owedAgainMinor: bigint },
): Promise<void> {
  await tx.run(sql`
    update payment_captures set restored_minor = restored_minor + ${minor},
      owed_again_minor = owed_again_minor + ${owedAgainMinor}
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** So much of what was taken beyond a locked payment is gone, as that much was paid back; answers all that ever was taken. */
export async function markBeyond(tx: Tx, captureId: string, minor: bigint): Promise<bigint> {
  const { reversedMinor } = await tx.one(sql<{ reversedMinor: bigint }>`
    update payment_captures set reversed_minor = reversed_minor + ${minor},
      beyond_minor = beyond_minor - ${minor}, disputed = true,
      taken_ids = taken_ids || ('beyond ' || reversed_minor)
    where provider = ${provider} and capture_id = ${captureId}
    returning reversed_minor as "reversedMinor"`);
  return reversedMinor;
}

/** So much of what was taken of a locked payment lies in unpaid orders of its member. */
export async function markHeld(tx: Tx, captureId: string, minor: bigint): Promise<void> {
  await tx.run(sql`
    update payment_captures set held_minor = held_minor + ${minor}
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** What is gone of a locked payment is the house's loss by an operator's word. */
export async function markBorne(tx: Tx, captureId: string): Promise<void> {
  await tx.run(sql`
    update payment_captures set borne = true
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** Whether the house bears what is gone of an order's payment, by an operator's word. */
export async function isBorne(tx: Tx, { memberId, id }: OrderKey): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from payment_captures
    where member_id = ${memberId} and order_id = ${id} and use = 'order' and borne`);
  return found !== undefined;
}

/** Whether a person has decided about what was taken back under this id, or has yet to: who took it was frozen for it. */
export async function isFrozenFor(
  db: Queryable,
  { provider, captureId }: CaptureKey,
  id: string,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from payment_captures where provider = ${provider} and capture_id = ${captureId}
      and (${id} = any(settled_ids) or disputed and ${id} = any(taken_ids))`);
  return found !== undefined;
}

/** What is open of a payment under an id; undefined where that is not, or no more. */
export async function lockOpenPart(
  tx: Tx,
  captureId: string,
  id: string,
): Promise<Open | undefined> {
  const open = await lockOpen(tx, captureId);
  const listed = await tx.first(sql`
    select 1 from payment_captures where provider = ${provider} and capture_id = ${captureId}
      and ${id} = any(taken_ids)`);
  return listed ? open : undefined;
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
  const open = await tx.first(sql<{ openMinor: bigint }>`
    select reversed_minor - settled_minor as "openMinor" from payment_captures
    where provider = ${provider} and capture_id = ${captureId} and disputed is not true
      and reversed_minor > 0 and reversed_minor = ${takenMinor} for update`);
  if (open) await settle(tx, { captureId, ...open }, { minor: open.openMinor });
  return open !== undefined;
}
