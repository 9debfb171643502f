import { type Queryable, sql } from '../platform/db/db.ts';

/** Number of connections that wait for locks. */
export async function lockWaits(db: Queryable): Promise<number> {
  const { waiting } = await db.one(sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting;
}
