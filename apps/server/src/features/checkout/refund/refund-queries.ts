/** Queries for sending refunds: claim, retry, end. */
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { type Waiting, waitingIn } from '../../../platform/db/waiting.ts';
import type { OrderKey } from '../../orders/orders.ts';
import { lockCapture } from '../capture/capture-queries.ts';
import type { Refund } from '../queries.ts';

/** Locks a refund. */
export function lockRefund(tx: Tx, id: string) {
  return tx.first(sql<Refund>`
    select id, member_id as "memberId", order_id as "orderId", provider,
      capture_id as "captureId", amount_minor as "amountMinor", currency, reason, source, state,
      attempt, claimed, reversed_minor as "reversedMinor", problem, created_at as "createdAt"
    from refunds where id = ${id} for update`);
}

/** The order or top-up of a refund's capture. */
export function orderOfRefund(db: Queryable, id: string) {
  return db.first(sql<OrderKey>`
    select member_id as "memberId", order_id as id from refunds where id = ${id}`);
}

/** Refunds not done, the oldest first. */
export function openRefunds(db: Queryable, limit: number) {
  return db.rows(sql<Refund>`
    select id, member_id as "memberId", order_id as "orderId", provider,
      capture_id as "captureId", amount_minor as "amountMinor", currency, reason, source, state,
      attempt, claimed, reversed_minor as "reversedMinor", problem, created_at as "createdAt"
    from refunds where state <> 'done' order by created_at, id limit ${limit}`);
}

/**
 * Locks a refund's capture. `leftMinor`: what the capture has left for this refund, less others and reversals.
 * `unappliedReversalMinor`: reversals, less what was restored, that reduced no refund yet.
 */
export async function leftForRefund(tx: Tx, refund: Refund) {
  await lockCapture(tx, refund);
  const capture = await tx.one(sql<
    Record<'amountMinor' | 'reversedMinor' | 'owedAgainMinor', bigint>
  >`
    select amount_minor as "amountMinor", reversed_minor - restored_minor as "reversedMinor",
      owed_again_minor as "owedAgainMinor"
    from capture_sums
    where provider = ${refund.provider} and capture_id = ${refund.captureId}`);
  const { others, told } = await tx.one(sql<Record<'others' | 'told', bigint>>`
    select coalesce(sum(amount_minor - reversed_minor) filter (where id <> ${refund.id}), 0)::bigint
      as others, coalesce(sum(reversed_minor), 0)::bigint as told
    from refunds where provider = ${refund.provider} and capture_id = ${refund.captureId}`);
  return {
    leftMinor: capture.amountMinor - capture.reversedMinor - others,
    unappliedReversalMinor: capture.reversedMinor - (told - capture.owedAgainMinor),
  };
}

/**
 * Stores the part of a locked refund that is not sent, and adds `givenMinor`, which an operator reported as paid back.
 */
export async function setRefundReversed(
  tx: Tx,
  id: string,
  { reversedMinor, givenMinor }: { reversedMinor: bigint; givenMinor: bigint },
): Promise<void> {
  await tx.run(sql`
    update refunds set reversed_minor = ${reversedMinor}, given_minor = given_minor + ${givenMinor}
    where id = ${id}`);
}

/** Claims a locked refund for `holdMs`: a new attempt, or the unanswered one again. Returns the attempt number. */
export async function claimRefund(tx: Tx, id: string, holdMs: number): Promise<number> {
  const { attempt } = await tx.one(sql<{ attempt: number }>`
    update refunds set attempt = attempt + (not claimed)::int, claimed = true, asked = asked + 1,
      ask_at = app_now() + ${holdMs} * interval '1 ms'
    where id = ${id} returning attempt`);
  return attempt;
}

/** Takes due pending refunds and postpones them by `holdMs`, so that no other process takes them meanwhile. */
export async function takeDueRefunds(
  db: Queryable,
  { holdMs, limit }: { holdMs: number; limit: number },
): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update refunds r set ask_at = app_now() + ${holdMs} * interval '1 ms' from (
      select id from refunds where state = 'pending' and ask_at <= app_now()
      order by ask_at limit ${limit} for update skip locked) due
    where r.id = due.id returning r.id`);
  return rows.map(({ id }) => id);
}

/** Postpones a pending refund: `firstMs`, doubled with each try, at most `mostMs`. */
export async function postponeRefund(
  db: Queryable,
  id: string,
  { problem, firstMs, mostMs }: { problem: string; firstMs: number; mostMs: number },
): Promise<void> {
  await db.run(sql`
    update refunds set problem = ${problem}, ask_at = app_now()
      + least(${firstMs} * power(2, least(asked, 40) - 1), ${mostMs}) * interval '1 ms'
    where id = ${id} and state = 'pending'`);
}

/** Ends an attempt of a locked refund of which the provider made nothing; the next one is due now. */
export async function nextRefundTry(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update refunds set claimed = false, ask_at = app_now() where id = ${id}`);
}

/**
 * The provider's ids of a capture's refunds that were made, and the amounts of other refunds that may be under way.
 * `refused`: id of a refund to leave out.
 */
export async function refundsOf(
  db: Queryable,
  of: { provider: string; captureId: string; refused: string },
): Promise<{ made: string[]; underWayMinor: bigint[] }> {
  const { made, underWay } = await db.one(sql<{ made: string[]; underWay: string[] }>`
    select coalesce(array_agg(r.provider_refund_id)
        filter (where r.provider_refund_id is not null), '{}') as made,
      coalesce(array_agg((r.amount_minor - r.reversed_minor)::text)
        filter (where r.claimed and r.state = 'pending' and r.id <> ${of.refused}), '{}') as "underWay"
    from payment_captures c
    join refunds r on r.member_id = c.member_id and r.order_id = c.order_id
      and r.provider = c.provider and r.capture_id = c.capture_id
    where c.provider = ${of.provider} and c.capture_id = ${of.captureId}`);
  return { made, underWayMinor: underWay.map(BigInt) };
}

/** Marks a pending refund done; false when it was not pending. */
export async function endRefund(
  tx: Tx,
  id: string,
  providerRefundId: string | null,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update refunds set state = 'done', provider_refund_id = ${providerRefundId},
      claimed = false, problem = null
    where id = ${id} and state = 'pending'`);
  return ended > 0;
}

/**
 * Marks a pending refund refused, if `attempt` is current. `over`: the attempt made nothing, and the next one gets a
 * new key.
 */
export async function refuseRefund(
  tx: Tx,
  id: string,
  { attempt, problem, over }: { attempt: number; problem: string; over: boolean },
): Promise<void> {
  await tx.run(sql`
    update refunds set state = 'refused', problem = ${problem}, claimed = claimed and not ${over}
    where id = ${id} and state = 'pending' and attempt = ${attempt}`);
}

/** Makes a refused refund pending again and due now; a pending one becomes due now. */
export async function reopenRefund(tx: Tx, id: string, by: string): Promise<void> {
  await tx.run(sql`
    update refunds set resent_by = case when state = 'refused' then ${by} else resent_by end,
      state = 'pending', ask_at = app_now()
    where id = ${id} and state <> 'done'`);
}

/** Counts refunds for an operator: refused, or not done for `olderThanMs`. */
export async function countOverdueRefunds(db: Queryable, olderThanMs: number): Promise<number> {
  const { refunds } = await db.one(sql<{ refunds: number }>`
    select count(*)::int as refunds from refunds
    where state <> 'done' and (state = 'refused'
      or created_at <= app_now() - ${olderThanMs} * interval '1 ms')`);
  return refunds;
}

/** Refunds that were refused, or are not done after a while. */
export const overdueRefunds = (
  db: Queryable,
  source: Refund['source'],
  olderThanMs: number,
): Promise<Waiting> =>
  waitingIn(
    db,
    `select created_at as at from refunds where state <> 'done' and source = $1 and (state = 'refused'
      or created_at <= app_now() - $2::float8 * interval '1 ms') order by created_at`,
    [source, olderThanMs],
  );

/** True when a member has a refund that is not done. */
export async function hasOpenRefund(db: Queryable, memberId: string): Promise<boolean> {
  const refund = await db.first(sql`
    select 1 from refunds where member_id = ${memberId} and state <> 'done' limit 1`);
  return refund !== undefined;
}
