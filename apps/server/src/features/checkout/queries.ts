import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import type { Order, OrderKey } from '../orders/orders.ts';

export interface Payment {
  id: string;
  provider: string;
  providerOrderId: string | null;
  amountMinor: bigint;
  currency: Currency;
  state: 'created' | 'claimed' | 'declined' | 'captured' | 'abandoned';
  attempt: number;
}

/** Stores the payment of an order or a top-up and returns it. */
export function insertPayment(
  tx: Tx,
  { memberId, id }: OrderKey,
  payment: Pick<Payment, 'id' | 'provider' | 'amountMinor' | 'currency'>,
) {
  return tx.one(sql<Payment>`
    insert into payments (member_id, order_id, id, provider, amount_minor, currency, state)
    values (${memberId}, ${id}, ${payment.id}, ${payment.provider}, ${payment.amountMinor},
      ${payment.currency}, 'created')
    returning id, provider, provider_order_id as "providerOrderId", amount_minor as "amountMinor",
      currency, state, attempt`);
}

/** Locks an order's payment. */
export function lockPayment(tx: Tx, { memberId, id }: OrderKey) {
  return tx.first(sql<Payment>`
    select id, provider, provider_order_id as "providerOrderId", amount_minor as "amountMinor",
      currency, state, attempt
    from payments where member_id = ${memberId} and order_id = ${id} for update`);
}

/** An order's payment; undefined for an order paid from the wallet alone. */
export function findPayment(db: Queryable, { memberId, id }: OrderKey) {
  return db.first(sql<Payment>`
    select id, provider, provider_order_id as "providerOrderId", amount_minor as "amountMinor",
      currency, state, attempt
    from payments where member_id = ${memberId} and order_id = ${id}`);
}

/** Links the provider's order to ours. */
export async function setProviderOrder(
  tx: Tx,
  { memberId, id }: OrderKey,
  ref: { provider: string; providerOrderId: string },
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      update payments set provider_order_id = ${ref.providerOrderId}
      where member_id = ${memberId} and order_id = ${id}`),
    tx.run(sql`
      insert into payment_refs (provider, provider_order_id, member_id, order_id)
      values (${ref.provider}, ${ref.providerOrderId}, ${memberId}, ${id})
      on conflict do nothing`),
  ]);
}

/**
 * Clears the provider's order of a locked payment; `payment_refs` still names it. Raises `attempt`, so that the next
 * provider order gets another idempotency key.
 */
export async function dropProviderOrder(tx: Tx, { memberId, id }: OrderKey): Promise<void> {
  await tx.run(sql`
    update payments set provider_order_id = null, attempt = attempt + 1
    where member_id = ${memberId} and order_id = ${id}`);
}

/** Our order that a provider's order pays for. */
export function orderOfProviderOrder(db: Queryable, provider: string, providerOrderId: string) {
  return db.first(sql<OrderKey>`
    select member_id as "memberId", order_id as id from payment_refs
    where provider = ${provider} and provider_order_id = ${providerOrderId}`);
}

/**
 * Claims the capture of a locked payment and returns its attempt number, which is part of the idempotency key. An
 * unresolved claim keeps its attempt. `claimed_at`, which sets the pace of retries, restarts only on a try of the
 * buyer.
 */
export async function claimPayment(
  tx: Tx,
  { memberId, id }: OrderKey,
  by: 'buyer' | 'shop',
): Promise<number> {
  const { attempt } = await tx.one(sql<{ attempt: number }>`
    update payments set attempt = attempt + (state <> 'claimed')::int, state = 'claimed',
      claimed_at = case when state = 'claimed' and ${by === 'shop'} then claimed_at
        else app_now() end
    where member_id = ${memberId} and order_id = ${id} returning attempt`);
  return attempt;
}

/** Sets the state of a locked payment. */
export async function setPaymentState(
  tx: Tx,
  { memberId, id }: OrderKey,
  state: Payment['state'],
): Promise<void> {
  await tx.run(sql`
    update payments set state = ${state} where member_id = ${memberId} and order_id = ${id}`);
}

/**
 * Claimed payments that are due to be asked about: crashed, unanswered or pending. Sets `asked_at`. The pause is a
 * quarter of the claim's age at the last question, from `leastMs` to `mostMs`, so that old claims do not delay new
 * ones.
 */
export function staleClaims(
  db: Queryable,
  {
    provider,
    leastMs,
    mostMs,
    limit,
  }: { provider: string; leastMs: number; mostMs: number; limit: number },
) {
  return db.rows(sql<OrderKey>`
    update payments p set asked_at = app_now() from (
      select member_id, order_id from payments,
        greatest(claimed_at, asked_at) as asked(at)
      where state = 'claimed' and provider = ${provider}
        and asked.at + least(greatest((asked.at - claimed_at) / 4, ${leastMs} * interval '1 ms'),
          ${mostMs} * interval '1 ms') <= app_now()
      order by asked.at limit ${limit} for update of payments skip locked) due
    where p.member_id = due.member_id and p.order_id = due.order_id
    returning p.member_id as "memberId", p.order_id as id`);
}

/** Pending orders and top-ups with a provider order not asked about for `everyMs`. Sets `asked_at`. */
export function dueToAsk(db: Queryable, everyMs: number, limit: number) {
  return db.rows(sql<OrderKey>`
    update payments p set asked_at = app_now() from (
      select p.member_id, p.order_id from payments p
      join (
        select member_id, id, lapses_at from orders
          where state = 'pending' and lapses_at > app_now()
        union all select member_id, id, lapses_at from top_ups
          where state = 'pending' and lapses_at > app_now()) open
        on open.member_id = p.member_id and open.id = p.order_id
      where p.state = 'created' and p.provider_order_id is not null
        and coalesce(p.asked_at, p.created_at) <= app_now() - ${everyMs} * interval '1 ms'
      order by open.lapses_at limit ${limit} for update of p skip locked) due
    where p.member_id = due.member_id and p.order_id = due.order_id
    returning p.member_id as "memberId", p.order_id as id`);
}

export interface NewCapture {
  provider: string;
  captureId: string;
  amountMinor: bigint;
  currency: Currency;
  use: 'order' | 'return';
  /** Keyed fingerprint of the paying account; null when the provider does not name it. */
  payer: Buffer | null;
}

/** Stores a capture. A second insert breaks the primary key: call `findCapture` first, under the payment's lock. */
export async function insertCapture(
  tx: Tx,
  { memberId, id }: OrderKey,
  capture: NewCapture,
): Promise<void> {
  await tx.run(sql`
    insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency,
      use, payer)
    values (${capture.provider}, ${capture.captureId}, ${memberId}, ${id},
      ${capture.amountMinor}, ${capture.currency}, ${capture.use}, ${capture.payer})`);
}

/** A recorded capture and its use: it paid its order, or is to be returned. */
export function findCapture(db: Queryable, provider: string, captureId: string) {
  return db.first(sql<
    OrderKey & { use: 'order' | 'return'; amountMinor: bigint; currency: Currency }
  >`
    select member_id as "memberId", order_id as id, use, amount_minor as "amountMinor", currency
    from payment_captures where provider = ${provider} and capture_id = ${captureId}`);
}

/** The capture that paid for an order. */
export function captureOfOrder(db: Queryable, { memberId, id }: OrderKey) {
  return db.first(sql<{ captureId: string; provider: string; amountMinor: bigint }>`
    select capture_id as "captureId", provider, amount_minor as "amountMinor"
    from payment_captures where member_id = ${memberId} and order_id = ${id} and use = 'order'`);
}

/** The ids of paid orders whose payment is gone: coins missing from the chain, or card money the provider took back. */
export async function paymentsGone(db: Queryable, orders: readonly Order[]): Promise<Set<string>> {
  const asked = orders.filter(
    ({ gateway, state }) =>
      gateway !== 'Wallet' && ['paid', 'accepted', 'delivered'].includes(state),
  );
  if (asked.length === 0) return new Set();
  const gone = await db.rows(sql<{ id: string }>`
    select o.id from unnest(${asked.map(({ memberId }) => memberId)}::text[],
      ${asked.map(({ id }) => id)}::text[]) as o (member_id, id)
    where is_payment_gone(o.member_id, o.id)`);
  return new Set(gone.map(({ id }) => id));
}

export interface Refund {
  id: string;
  memberId: string;
  orderId: string;
  provider: string;
  captureId: string;
  amountMinor: bigint;
  currency: Currency;
  reason: string;
  source: 'refunds_payable' | 'unmatched';
  state: 'pending' | 'done' | 'refused';
  /** Number of the attempt; 0 before the first. */
  attempt: number;
  /** True while the attempt may have been sent: its key and amount must not change. */
  claimed: boolean;
  /** Part of the amount that is not sent, because the provider returned it by a dispute or a dashboard refund. */
  reversedMinor: bigint;
  /** Reason of the provider's last refusal or missing answer. */
  problem: string | null;
  createdAt: Date;
}

export type NewRefund = Omit<
  Refund,
  'state' | 'attempt' | 'claimed' | 'reversedMinor' | 'problem' | 'createdAt'
>;

/** Stores a refund to be sent. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.run(sql`
    insert into refunds (id, member_id, order_id, provider, capture_id, amount_minor, currency,
      reason, source, state)
    values (${refund.id}, ${refund.memberId}, ${refund.orderId}, ${refund.provider},
      ${refund.captureId}, ${refund.amountMinor}, ${refund.currency}, ${refund.reason},
      ${refund.source}, 'pending')`);
}

/**
 * What refunds return or owe to the order's card in minor units, refused ones included; money owed again counts once.
 */
export async function refundedToCard(db: Queryable, { memberId, id }: OrderKey): Promise<bigint> {
  const { sum } = await db.one(sql<{ sum: bigint }>`
    select coalesce(sum(c.sent - c.owed_again_minor), 0)::bigint as sum
    from (select c.owed_again_minor, sum(r.amount_minor) as sent
      from refunds r join capture_sums c
        on c.provider = r.provider and c.capture_id = r.capture_id and c.use = 'order'
      where r.member_id = ${memberId} and r.order_id = ${id}
      group by c.provider, c.capture_id, c.owed_again_minor) c`);
  return sum;
}

/** The rule name in the error that `requireProvenSpend` raises. */
export const proofRule = 'orders_proven';

/**
 * Fails the transaction when an unproven session spends too much: the wallet shares of the member's orders of the last
 * day, since the session's last proof, exceed the site option. Runs after the wallet locks, so that concurrent orders
 * count.
 */
export async function requireProvenSpend(
  tx: Tx,
  buyers: readonly { memberId: string; sessionId: string }[],
): Promise<void> {
  await tx.run(sql`
    select must_hold(not exists (
      select 1 from unnest(${buyers.map((b) => b.memberId)}::text[],
        ${buyers.map((b) => b.sessionId)}::text[]) as buyer (member_id, session_id)
      left join sessions s on s.id = buyer.session_id
      -- A session that has ended meanwhile proves nothing.
      where (s.id is null or not is_proven(s))
        and (select sum(o.wallet_minor) from orders o where o.member_id = buyer.member_id
            and o.created_at > greatest(last_proof(s), app_now() - interval '1 day')
            and o.state <> 'failed')
          > (select value::bigint * 100 from site_options
            where name = 'wallet_purchases_without_password')), ${proofRule})`);
}

/** The rule name in the error that `requireVersions` raises. */
export const versionRule = 'order_lines_current_prices';

/** Fails the transaction unless each card still has the version used for the order's prices. */
export async function requireVersions(
  tx: Tx,
  lines: readonly { cardId: string; cardVersion: number }[],
): Promise<void> {
  await tx.run(sql`
    select must_hold(not exists (
      select 1 from unnest(${lines.map((line) => line.cardId)}::text[],
        ${lines.map((line) => line.cardVersion)}::int[]) as line (card_id, version)
      where not exists (select 1 from cards c where c.id = line.card_id
        and c.version = line.version and c.retired_at is null)), ${versionRule})`);
}
