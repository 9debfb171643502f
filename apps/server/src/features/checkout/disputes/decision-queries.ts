/** Queries for decisions about reversed payments. */
import { type Currency, least } from '@giftlane/contract/money/money.ts';
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { ProviderReversal } from '../../../providers/payments/port.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { insertReversals, lockCapture } from '../capture/capture-queries.ts';
import { provider } from '../parts.ts';

/** Reversed money of a payment without a decision yet. */
export interface Open extends OrderKey {
  readonly captureId: string;
  readonly currency: Currency;
  /** 0 for a dispute that has taken nothing yet. */
  readonly openMinor: bigint;
  /** The number of its reversals that are not settled. */
  readonly parts: number;
  /** True when a dispute took it; null while unknown. */
  readonly disputed: boolean | null;
  /** The capture paid an order or a top-up, or matched none and is refunded. */
  readonly use: 'order' | 'return';
  /** The payment's amount. */
  readonly amountMinor: bigint;
  /** Reversed and not restored, decided parts included. */
  readonly goneMinor: bigint;
  /** What refunds owe, each cent once, less `given_minor`, which a reversal returned in their place. */
  readonly refundsMinor: bigint;
  /** The part of it that refunds left out because it was reversed. */
  readonly toldMinor: bigint;
  /** Reversals beyond the whole payment. */
  readonly beyondMinor: bigint;
  /** All reversals ever. */
  readonly reversedMinor: bigint;
  /** All that the provider ever paid back. */
  readonly restoredMinor: bigint;
}

/**
 * Locks a payment, so that decisions are made one at a time, and returns what is undecided; undefined when nothing is.
 */
export async function lockOpen(tx: Tx, captureId: string): Promise<Open | undefined> {
  await lockCapture(tx, { provider, captureId });
  return tx.first(sql<Open>`
    select c.member_id as "memberId", c.order_id as id, c.capture_id as "captureId", c.currency,
      c.use, c.disputed, c.amount_minor as "amountMinor", c.reversed_minor as "reversedMinor",
      c.restored_minor as "restoredMinor", c.reversed_minor - c.settled_minor as "openMinor",
      c.open_parts as parts, c.reversed_minor - c.restored_minor as "goneMinor",
      r.all_minor - c.owed_again_minor as "refundsMinor",
      r.told_minor - c.owed_again_minor as "toldMinor", c.beyond_minor as "beyondMinor"
    from capture_sums c, lateral (
      select coalesce(sum(amount_minor - given_minor), 0)::bigint as all_minor,
        coalesce(sum(reversed_minor - given_minor), 0)::bigint as told_minor
      from refunds where provider = c.provider and capture_id = c.capture_id) r
    where c.provider = ${provider} and c.capture_id = ${captureId}
      and (c.reversed_minor > c.settled_minor or c.disputed)`);
}

/**
 * A decision about reversed money: `released` was paid back, `kept` is the house's loss, `given` was a dashboard
 * refund.
 */
interface Settling {
  readonly decision: 'released' | 'kept' | 'given';
  readonly minor: bigint;
  /** Part that refunds left out before and send now. */
  readonly owedAgainMinor?: bigint;
  /** The operator, or the command line's account; undefined for what the provider's word decides. */
  readonly by?: string;
  /** The provider's ids of the reversals, if known. */
  readonly ids?: readonly string[];
}

/** Records a decision about a locked payment's undecided reversals. */
export async function settle(
  tx: Tx,
  { captureId, openMinor }: Pick<Open, 'captureId' | 'openMinor'>,
  { decision, minor, owedAgainMinor = 0n, by, ids = [] }: Settling,
): Promise<void> {
  const whole = minor >= openMinor;
  await insertDecision(tx, captureId, {
    decision,
    minor: least(minor, openMinor),
    owedAgainMinor,
    by,
  });
  await tx.run(sql`
    update capture_reversals set settled = true
    where provider = ${provider} and capture_id = ${captureId} and not settled
      and (${whole} or id = any(${ids}::text[]))`);
  if (whole)
    await tx.run(sql`
      update payment_captures set disputed = false
      where provider = ${provider} and capture_id = ${captureId}`);
}

async function insertDecision(
  tx: Tx,
  captureId: string,
  of: {
    decision: Settling['decision'] | 'reopened';
    minor: bigint;
    owedAgainMinor: bigint;
    by?: string | undefined;
  },
): Promise<void> {
  await tx.run(sql`
    insert into capture_decisions (provider, capture_id, nth, decision, amount_minor, owed_again_minor,
      decided_by)
    select ${provider}, ${captureId}, count(*) + 1, ${of.decision}, ${of.minor}, ${of.owedAgainMinor},
      ${of.by ?? null}
    from capture_decisions where provider = ${provider} and capture_id = ${captureId}`);
}

/** A payment with a reversal that is undecided again, and its amount still decided. */
export type Reopened = Pick<Open, 'memberId' | 'id' | 'currency' | 'reversedMinor'> & {
  readonly settledMinor: bigint;
};

/**
 * Makes a reversal undecided again that was taken for a dashboard refund; undefined if there is none or an operator
 * decided.
 */
export async function reopen(
  tx: Tx,
  captureId: string,
  { refundId, amountMinor }: ProviderReversal,
): Promise<Reopened | undefined> {
  await lockCapture(tx, { provider, captureId });
  const known = await tx.first(sql<Reopened>`
    select c.member_id as "memberId", c.order_id as id, c.currency,
      c.reversed_minor as "reversedMinor", c.settled_minor as "settledMinor"
    from capture_sums c join capture_reversals r using (provider, capture_id)
    where provider = ${provider} and capture_id = ${captureId} and r.id = ${refundId} and r.settled
      and not c.borne and c.restored_minor = 0`);
  if (!known) return undefined;
  const minor = least(amountMinor, known.settledMinor);
  if (minor > 0n)
    await insertDecision(tx, captureId, {
      decision: 'reopened',
      minor: -minor,
      owedAgainMinor: 0n,
    });
  await tx.run(sql`
    update capture_reversals set settled = false where provider = ${provider} and id = ${refundId}`);
  return { ...known, settledMinor: known.settledMinor - minor };
}

/** Books part of the reversals beyond a locked payment, as the provider paid that much back in between. */
export async function markBeyond(tx: Tx, { captureId, reversedMinor }: Open, minor: bigint) {
  const refundId = `beyond ${captureId} ${reversedMinor}`;
  const gone = { refundId, amountMinor: minor, beyondMinor: -minor };
  await insertReversals(tx, { provider, captureId }, [gone]);
  await noteDisputed(tx, captureId);
}

/** Marks a payment as disputed, or about to be; a decision about all that is undecided ends that. */
export async function noteDisputed(tx: Tx, captureId: string): Promise<void> {
  await tx.run(sql`
    update payment_captures set disputed = true
    where provider = ${provider} and capture_id = ${captureId}`);
}

/** Marks a capture's reversals as not disputed; false if their amount changed or a dispute is known. */
export async function noteUndisputed(
  tx: Tx,
  captureId: string,
  takenMinor: bigint,
): Promise<boolean> {
  await lockCapture(tx, { provider, captureId });
  const open = await tx.first(sql<{ openMinor: bigint }>`
    select reversed_minor - settled_minor as "openMinor" from capture_sums
    where provider = ${provider} and capture_id = ${captureId} and disputed is not true
      and reversed_minor > 0 and reversed_minor = ${takenMinor}`);
  if (open) await settle(tx, { captureId, ...open }, { decision: 'given', minor: open.openMinor });
  return open !== undefined;
}

/** True when an operator decided that the house bears the loss of an order's payment. */
export async function isBorne(tx: Tx, { memberId, id }: OrderKey): Promise<boolean> {
  const found = await tx.first(sql`
    select 1 from capture_sums
    where member_id = ${memberId} and order_id = ${id} and use = 'order' and borne`);
  return found !== undefined;
}

/** What is undecided of a payment, if the reversal `id` is; else undefined. */
export async function lockOpenPart(
  tx: Tx,
  captureId: string,
  id: string,
): Promise<Open | undefined> {
  const open = await lockOpen(tx, captureId);
  const listed = await tx.first(sql`
    select 1 from capture_reversals where provider = ${provider} and capture_id = ${captureId}
      and id = ${id} and not settled`);
  return listed ? open : undefined;
}
