/** Queries for stored webhooks of the provider. */
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import { deleteOld, sweepAll } from '../../../platform/db/sweep.ts';
import type { OrderKey } from '../../orders/orders.ts';

export interface NewEvent {
  readonly provider: string;
  readonly eventId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly proven: boolean;
  readonly about: string | null;
}

/** Stores a webhook; false when known. A proven one replaces an unproven one with its id, unless that was handled. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into provider_events as known (provider, event_id, headers, body, proven, about)
    values (${event.provider}, ${event.eventId}, ${event.headers}, ${event.body}, ${event.proven},
      ${event.about})
    on conflict (provider, event_id) do update
      set headers = excluded.headers, body = excluded.body, proven = true, about = null,
        state = 'new', outcome = null, received_at = app_now(), handled_at = null
      where excluded.proven and not known.proven and known.state <> 'handled'`);
  return inserted > 0;
}

/** Unproven events about an order that await verification by the provider, counted up to `limit`. */
export async function countUnproven(db: Queryable, about: string, limit: number): Promise<number> {
  const { events } = await db.one(sql<{ events: number }>`
    select count(*)::int as events from (
      select 1 from provider_events
      where about = ${about} and state = 'new' and not proven
        and received_at > app_now() - interval '3 days' limit ${limit}) as new`);
  return events;
}

/** Our order that one of the provider's ids, of an order or a capture, belongs to. */
export function orderNamed(db: Queryable, provider: string, ids: readonly string[]) {
  return db.first(sql<OrderKey>`
    select member_id as "memberId", order_id as id from payment_refs
    where provider = ${provider} and provider_order_id = any(${ids}::text[])
    union all
    select member_id, order_id from payment_captures
    where provider = ${provider} and capture_id = any(${ids}::text[])
    limit 1`);
}

/** The newest event with a genuine signature. */
export function lastProven(db: Queryable, provider: string) {
  return db.first(sql<{ headers: Record<string, string> }>`
    select headers from provider_events where provider = ${provider} and proven
    order by received_at desc limit 1`);
}

/** When the last webhook came that was handled. */
export async function lastEventAt(db: Queryable): Promise<Date | null> {
  const { at } = await db.one(sql<{ at: Date | null }>`
    select max(received_at) as at from provider_events where state = 'handled'`);
  return at;
}

/** A stored webhook. */
export function findEvent(db: Queryable, provider: string, eventId: string) {
  return db.first(sql<{
    headers: Record<string, string>;
    body: Buffer;
    state: 'new' | 'handled' | 'refused';
    proven: boolean;
  }>`
    select headers, body, state, proven from provider_events
    where provider = ${provider} and event_id = ${eventId}`);
}

/** Ends an event. The content of a refused one is dropped, as anybody may have sent it. */
export async function endEvent(
  db: Queryable,
  key: { provider: string; eventId: string; proven: boolean },
  end: { state: 'handled' | 'refused'; outcome: string },
): Promise<void> {
  await db.run(sql`
    update provider_events set state = ${end.state}, outcome = ${end.outcome},
      handled_at = app_now(),
      headers = case when ${end.state} = 'refused' then '{}' else headers end,
      body = case when ${end.state} = 'refused' then '' else body end
    where provider = ${key.provider} and event_id = ${key.eventId}
      and proven = ${key.proven}`);
}

/** Deletes refused events after a day, others after 90 days. */
export function sweepEvents(db: Queryable, stopping?: AbortSignal): Promise<void> {
  const older = (state: 'refused' | 'handled' | 'new', days: number) =>
    deleteOld(db, 'delete from provider_events', 'received_at', {
      age: `${days} days`,
      also: `state = '${state}'`,
    });
  return sweepAll(stopping, older('refused', 1), older('handled', 90), older('new', 90));
}
