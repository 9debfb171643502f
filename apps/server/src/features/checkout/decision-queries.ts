/** What is open of money that the provider took back, and what is decided of it. */
import type { Currency } from '@giftlane/contract/money.ts';
import { sql, type Tx } from '../../platform/db.ts';
import type { TakenBack } from '../../providers/payments/port.ts';
import type { OrderKey } from '../orders/orders.ts';
import { provider } from './parts.ts';

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
      r.told_minor - c.owed_again_minor as "toldMinor", c.beyond_minor as "beyondMinor"
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
      taken_ids = case when ${whole} then '{}'
        else array(select t from unnest(taken_ids) t where t <> all(${ids}::text[])) end
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** A payment of which something is open again, and what of it is settled still. */
export type Reopened = Pick<Open, 'memberId' | 'id' | 'currency' | 'reversedMinor'> & {
  readonly settledMinor: bigint;
};

/**
 * What is settled of a payment under this id is open again, unless a person decided: it was believed to be a gift. Undefined
 * where nothing is.
 */
export function reopen(
  tx: Tx,
  captureId: string,
  { refundId, amountMinor }: TakenBack,
): Promise<Reopened | undefined> {
  return tx.first(sql<Reopened>`
    update payment_captures set settled_minor = greatest(settled_minor - ${amountMinor}, 0),
      settled_ids = array_remove(settled_ids, ${refundId}), taken_ids = taken_ids || ${refundId}::text
    where provider = ${provider} and capture_id = ${captureId} and ${refundId} = any(settled_ids)
      and not borne and restored_minor = 0
    returning member_id as "memberId", order_id as id, currency, reversed_minor as "reversedMinor",
      settled_minor as "settledMinor"`);
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
