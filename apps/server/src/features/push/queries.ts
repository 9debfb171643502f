import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import { deleteOld, sweepAll } from '../../platform/db/sweep.ts';
import type { PushAddress } from '../../providers/push/port.ts';

export type Notice = 'delivered' | 'received' | 'refunded' | 'sent' | 'signed_in' | 'unlocking';

/** Keeps a subscription; a known address has its keys renewed and keeps its id, which is answered. */
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

/** So many browsers of one member hear of an order; the longest unused goes first. */
const mostOfMember = 20;

/**
 * Links a subscription to a living session; false when there is none of that id. The session's row is held,
 * so that one that ends meanwhile is either seen to have ended or takes the link with it.
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

/** Whether the subscription of an address hears of a member's orders. */
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

/** Forgets the subscription of an address, and its deliveries; harmless when there is none. */
export async function forgetEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where endpoint = ${endpoint}`);
}

/** Forgets a subscription and its deliveries. */
export async function forgetSubscription(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id}`);
}

/** What of an order is said; its member knows it by the client's id. */
export interface ToldOrder {
  readonly memberId: string;
  readonly id: string;
  readonly clientId: string;
}

/** Notes members' browsers for a notice of their orders; answers those that were not noted before. */
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
  /** So old that nobody wants to know any more. */
  readonly stale: boolean;
}

export interface DeliveryKey {
  readonly subscriptionId: string;
  readonly orderId: string;
  readonly notice: Notice;
}

/**
 * Takes the next try of a delivery; undefined when it has ended, or the browser does not belong to that
 * member any more.
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

/** Ends a delivery: done, too late or given up. */
export async function endDelivery(
  db: Queryable,
  { subscriptionId, orderId, notice }: DeliveryKey,
): Promise<void> {
  await db.run(sql`
    update push_deliveries set ended_at = app_now()
    where subscription_id = ${subscriptionId} and order_id = ${orderId} and notice = ${notice}
      and ended_at is null`);
}

/** Forgets who belongs to nobody since a day, and what was pushed a month ago. */
export function sweepPush(db: Queryable, stopping?: AbortSignal): Promise<void> {
  return sweepAll(
    stopping,
    // Before the subscriptions, which take those that are left along.
    deleteOld(db, 'delete from push_deliveries', 'created_at', { age: '30 days' }),
    deleteOld(db, 'delete from push_subscriptions', 'touched_at', {
      age: '1 day',
      also: 'session_id is null',
    }),
  );
}

/** Forgets the browsers that a member's sessions had linked, with their deliveries. */
export async function forgetBrowsersOf(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    delete from push_subscriptions
    where session_id in (select id from sessions where member_id = ${memberId})`);
}
