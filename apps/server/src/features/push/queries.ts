import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { deleteOld, sweepAll } from '../../platform/db/sweep.ts';
import type { PushAddress } from '../../providers/push/port.ts';

export type Notice = 'delivered' | 'received' | 'refunded' | 'sent' | 'signed_in' | 'unlocking';

/** Stores a subscription; a known endpoint gets the new keys and keeps its id. Answers the id. */
export async function putSubscription(
  db: Queryable,
  { id, endpoint, p256dh, auth }: PushAddress & { readonly id: string },
): Promise<string> {
  const kept = await db.one(sql<{ id: string }>`
    insert into push_subscriptions as s (id, endpoint, p256dh, auth)
    values (${id}, ${endpoint}, ${p256dh}, ${auth})
    on conflict on constraint push_subscriptions_endpoint_once do update
      set p256dh = excluded.p256dh, auth = excluded.auth, touched_at = app_now()
    returning s.id`);
  return kept.id;
}

/** Most linked browsers per member; the longest unused is unlinked. */
const mostOfMember = 20;

/**
 * Links a subscription to a live session; false when either does not exist. The session's row is locked, so
 * that a session ending in parallel is either seen as ended or removes the link.
 */
export async function linkToSession(
  db: Queryable,
  id: string,
  sessionId: string,
): Promise<boolean> {
  const linked = await db.run(sql`
    with living as (
      select id, member_id from sessions
      where id = ${sessionId} and session_end(created_at, last_seen_at) > app_now()
      for key share),
    surplus as (
      select p.id from push_subscriptions p join sessions s on s.id = p.session_id
      where s.member_id = (select member_id from living) and p.id <> ${id}
      order by p.touched_at desc, p.id offset ${mostOfMember - 1}),
    dropped as (
      update push_subscriptions set session_id = null where id in (select id from surplus))
    update push_subscriptions p set session_id = living.id, touched_at = app_now()
    from living where p.id = ${id}`);
  return linked === 1;
}

/** True when an endpoint's subscription is linked to a live session of the member. */
export async function isLinked(
  db: Queryable,
  endpoint: string,
  memberId: string,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from push_subscriptions p join sessions s on s.id = p.session_id
    where p.endpoint = ${endpoint} and s.member_id = ${memberId} and session_end(s.created_at, s.last_seen_at) > app_now()`);
  return found !== undefined;
}

/** Deletes the subscription of an endpoint with its deliveries; harmless when there is none. */
export async function forgetEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where endpoint = ${endpoint}`);
}

/** Deletes a subscription with its deliveries. */
export async function forgetSubscription(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id}`);
}

/** The order of a notice; `clientId` is the number its member knows it by. */
export interface ToldOrder {
  readonly memberId: string;
  readonly id: string;
  readonly clientId: string;
}

/** Adds deliveries of a notice for the linked browsers of each order's member; answers the new ones. */
export function addPushDeliveries(
  tx: Tx,
  orders: readonly ToldOrder[],
  notice: Notice,
): Promise<{ subscriptionId: string; orderId: string }[]> {
  return tx.rows(sql<{ subscriptionId: string; orderId: string }>`
    insert into push_deliveries (subscription_id, order_id, notice, member_id, order_number)
    select p.id, told.order_id, ${notice}, s.member_id, told.order_number
    from unnest(${orders.map(({ memberId }) => memberId)}::text[],
      ${orders.map(({ id }) => id)}::text[], ${orders.map(({ clientId }) => clientId)}::text[])
      as told (member_id, order_id, order_number)
    join sessions s using (member_id) join push_subscriptions p on p.session_id = s.id
    where session_end(s.created_at, s.last_seen_at) > app_now()
    on conflict do nothing
    returning subscription_id as "subscriptionId", order_id as "orderId"`);
}

export interface Delivery extends PushAddress {
  readonly orderNumber: string;
  readonly tries: number;
  /** Older than `lifeMs`. */
  readonly stale: boolean;
}

export interface DeliveryKey {
  readonly subscriptionId: string;
  readonly orderId: string;
  readonly notice: Notice;
}

/**
 * Counts a try of a delivery and answers it; undefined when it has ended, or the browser is no longer linked to
 * that member.
 */
export function takeDelivery(
  db: Queryable,
  { subscriptionId, orderId, notice }: DeliveryKey,
  lifeMs: number,
): Promise<Delivery | undefined> {
  return db.first(sql<Delivery>`
    update push_deliveries d set tries = d.tries + 1
    from push_subscriptions p join sessions s on s.id = p.session_id
    where d.subscription_id = ${subscriptionId} and d.order_id = ${orderId}
      and d.notice = ${notice} and d.ended_at is null
      and p.id = d.subscription_id and s.member_id = d.member_id and session_end(s.created_at, s.last_seen_at) > app_now()
    returning p.endpoint, p.p256dh, p.auth, d.order_number as "orderNumber", d.tries,
      d.created_at < app_now() - ${lifeMs} * interval '1 ms' as stale`);
}

/** Ends a delivery: sent, too old or given up. */
export async function endDelivery(
  db: Queryable,
  { subscriptionId, orderId, notice }: DeliveryKey,
): Promise<void> {
  await db.run(sql`
    update push_deliveries set ended_at = app_now()
    where subscription_id = ${subscriptionId} and order_id = ${orderId} and notice = ${notice}
      and ended_at is null`);
}

/** Deletes deliveries after 30 days, and subscriptions a day after their last use when they are not linked. */
export function sweepPush(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    // Before the subscriptions, whose deletion cascades to their deliveries.
    deleteOld(db, 'delete from push_deliveries', 'created_at', { age: '30 days' }),
    deleteOld(db, 'delete from push_subscriptions', 'touched_at', {
      age: '1 day',
      also: 'session_id is null',
    }),
  );
}

/** Deletes the browsers linked to a member's sessions, with their deliveries. */
export async function forgetBrowsersOf(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    delete from push_subscriptions
    where session_id in (select id from sessions where member_id = ${memberId})`);
}
