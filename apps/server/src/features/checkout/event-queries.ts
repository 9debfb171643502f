/** The inbox of the provider's webhooks. */
import { type Queryable, sql, type Tx } from '../../platform/db.ts';

/** Keeps a provider's event; false when it is known. */
export async function insertEvent(
  tx: Tx,
  event: { provider: string; eventId: string; headers: Record<string, unknown>; body: Buffer },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into provider_events (provider, event_id, headers, body)
    values (${event.provider}, ${event.eventId}, ${event.headers}, ${event.body})
    on conflict do nothing`);
  return inserted > 0;
}

/**
 * Events that wait to be verified, counted no further than `limit`. Those the job runner has given up on
 * by now do not count: they would keep all others out.
 */
export async function countUnverified(db: Queryable, limit: number): Promise<number> {
  const { events } = await db.one(sql<{ events: number }>`
    select count(*)::int as events from (
      select 1 from provider_events
      where state = 'new' and received_at > app_now() - interval '3 days' limit ${limit}) as new`);
  return events;
}

/** A kept event of the provider. */
export function findEvent(db: Queryable, provider: string, eventId: string) {
  return db.first(sql<{
    headers: Record<string, string>;
    body: Buffer;
    state: 'new' | 'handled' | 'refused';
  }>`
    select headers, body, state from provider_events
    where provider = ${provider} and event_id = ${eventId}`);
}

/** Of an event that was refused nothing is kept but that it was: whoever sent it chose what it says. */
export async function endEvent(
  db: Queryable,
  key: { provider: string; eventId: string },
  end: { state: 'handled' | 'refused'; outcome: string },
): Promise<void> {
  await db.run(sql`
    update provider_events set state = ${end.state}, outcome = ${end.outcome},
      handled_at = app_now(),
      headers = case when ${end.state} = 'refused' then '{}' else headers end,
      body = case when ${end.state} = 'refused' then '' else body end
    where provider = ${key.provider} and event_id = ${key.eventId}`);
}

/** Forgets forged events after a day and handled ones after ninety. */
export async function sweepEvents(db: Queryable): Promise<void> {
  await db.run(sql`
    delete from provider_events
    where state = 'refused' and received_at < app_now() - interval '1 day'
      or state = 'handled' and received_at < app_now() - interval '90 days'`);
}
