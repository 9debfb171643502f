import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface TopUpKey {
  readonly memberId: string;
  readonly id: string;
}

export interface TopUp extends TopUpKey {
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly state: 'pending' | 'paid' | 'failed';
  /** Of a pending top-up `declined`: the last attempt to pay was. */
  readonly failReason: 'declined' | 'cancelled' | 'lapsed' | 'returned' | null;
  readonly notice: string;
  /** The provider's order id; empty before there is one. */
  readonly paymentId: string;
  /** The client's id, set by its first capture request; empty before. */
  readonly clientId: string;
  readonly createdAt: Date;
  readonly lapsesAt: Date;
}

export type NewTopUp = Pick<TopUp, 'memberId' | 'id' | 'currency' | 'amountMinor'>;

/** Stores a top-up. A member has one pending top-up at most: violates `top_ups_one_open` otherwise. */
export async function insertTopUp(tx: Tx, topUp: NewTopUp, lapseMs: number): Promise<void> {
  await tx.run(sql`
    insert into top_ups (member_id, id, currency, amount_minor, lapses_at)
    values (${topUp.memberId}, ${topUp.id}, ${topUp.currency}, ${topUp.amountMinor},
      app_now() + ${lapseMs}::float8 * interval '1 ms')`);
}

/** A member's top-up by id. */
export function findTopUp(db: Queryable, { memberId, id }: TopUpKey) {
  return db.first(sql<TopUp>`
    select member_id as "memberId", id, currency, amount_minor as "amountMinor", state,
      fail_reason as "failReason", notice, payment_id as "paymentId", client_id as "clientId",
      created_at as "createdAt", lapses_at as "lapsesAt"
    from top_ups where member_id = ${memberId} and id = ${id}`);
}

/** Like `findTopUp`, with a row lock until the transaction ends. */
export function lockTopUp(tx: Tx, { memberId, id }: TopUpKey) {
  return tx.first(sql<TopUp>`
    select member_id as "memberId", id, currency, amount_minor as "amountMinor", state,
      fail_reason as "failReason", notice, payment_id as "paymentId", client_id as "clientId",
      created_at as "createdAt", lapses_at as "lapsesAt"
    from top_ups where member_id = ${memberId} and id = ${id} for update`);
}

/** The member's pending top-up, with a row lock until the transaction ends. */
export function lockOpenTopUp(tx: Tx, memberId: string) {
  return tx.first(sql<TopUp>`
    select member_id as "memberId", id, currency, amount_minor as "amountMinor", state,
      fail_reason as "failReason", notice, payment_id as "paymentId", client_id as "clientId",
      created_at as "createdAt", lapses_at as "lapsesAt"
    from top_ups where member_id = ${memberId} and state = 'pending' for update`);
}

/** Serialises starting and limit checks of a member's top-ups until the transaction ends. */
export async function lockTopUps(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`top-ups ${memberId}`}, 0))`);
}

/** Sums that a member added within 24 hours, in minor units by currency. */
export async function addedInADay(
  db: Queryable,
  memberId: string,
): Promise<ReadonlyMap<Currency, bigint>> {
  const sums = await db.rows(sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(amount_minor)::bigint as minor from top_ups
    where member_id = ${memberId} and state = 'paid' and paid_at > app_now() - interval '1 day'
    group by currency`);
  return new Map(sums.map(({ currency, minor }) => [currency, minor]));
}

/** Sets the state of a locked top-up; a trigger refuses illegal transitions. */
export async function setTopUpState(
  tx: Tx,
  { memberId, id }: TopUpKey,
  to: { state: TopUp['state']; failReason?: TopUp['failReason']; notice?: string },
): Promise<void> {
  await tx.run(sql`
    update top_ups set state = ${to.state}, fail_reason = ${to.failReason ?? null},
      notice = coalesce(${to.notice ?? null}, notice),
      paid_at = case when ${to.state === 'paid'} then app_now() end
    where member_id = ${memberId} and id = ${id}`);
}

/** Marks a pending top-up's last attempt to pay as declined, or clears the mark for a new attempt. */
export async function setTopUpDeclined(
  tx: Tx,
  { memberId, id }: TopUpKey,
  declined: boolean,
): Promise<void> {
  await tx.run(sql`
    update top_ups set fail_reason = case when ${declined} then 'declined' end
    where member_id = ${memberId} and id = ${id} and state = 'pending'`);
}

/** Stores the provider's order id. */
export async function setTopUpPayment(
  tx: Tx,
  { memberId, id }: TopUpKey,
  paymentId: string,
): Promise<void> {
  await tx.run(sql`
    update top_ups set payment_id = ${paymentId} where member_id = ${memberId} and id = ${id}`);
}

/** The payment that a request claims to pay. */
export type SaidTopUp = Pick<TopUp, 'clientId' | 'paymentId' | 'amountMinor' | 'currency'>;

/**
 * Stores the client's id with its first request and returns the top-up; undefined when provider order, amount,
 * currency or client id differ.
 */
export function setTopUpClientId(db: Queryable, { memberId, id }: TopUpKey, said: SaidTopUp) {
  return db.first(sql<TopUp>`
    update top_ups set client_id = ${said.clientId}
    where member_id = ${memberId} and id = ${id} and payment_id = ${said.paymentId}
      and amount_minor = ${said.amountMinor} and currency = ${said.currency}
      and client_id in ('', ${said.clientId})
    returning member_id as "memberId", id, currency, amount_minor as "amountMinor", state,
      fail_reason as "failReason", notice, payment_id as "paymentId", client_id as "clientId",
      created_at as "createdAt", lapses_at as "lapsesAt"`);
}

/** Pending top-ups that are past `lapsesAt` and have no capture in progress, the oldest first. */
export function lapsedTopUps(db: Queryable, limit: number) {
  return db.rows(sql<TopUpKey>`
    select t.member_id as "memberId", t.id from top_ups t
    left join payments p on p.member_id = t.member_id and p.order_id = t.id
    where t.state = 'pending' and t.lapses_at <= app_now()
      and (p.state is null or p.state <> 'claimed')
    order by t.lapses_at limit ${limit}`);
}

/** True when a top-up is past `lapsesAt`, by the database's clock. */
export async function isTopUpOver(tx: Tx, { memberId, id }: TopUpKey): Promise<boolean> {
  const { over } = await tx.one(sql<{ over: boolean }>`
    select lapses_at <= app_now() as over from top_ups
    where member_id = ${memberId} and id = ${id}`);
  return over;
}

/** The client's ids of top-ups, by our ids. */
export function topUpBriefs(db: Queryable, memberId: string, ids: readonly string[]) {
  return db.rows(sql<Pick<TopUp, 'id' | 'clientId'>>`
    select id, client_id as "clientId" from top_ups
    where member_id = ${memberId} and id = any(${ids}::text[])`);
}

/** True when a member has a pending top-up. */
export async function hasOpenTopUp(db: Queryable, memberId: string): Promise<boolean> {
  const open = await db.first(sql`
    select 1 from top_ups where member_id = ${memberId} and state = 'pending'`);
  return open !== undefined;
}
