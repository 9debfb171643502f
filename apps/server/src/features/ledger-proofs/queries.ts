import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** Serialises processes that write heads; returns the day (UTC). */
export async function lockSignedHeads(tx: Tx): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('ledger heads'))`);
  const { day } = await tx.one(sql<{ day: string }>`
    select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD') as day`);
  return day;
}

/** Records that the head of a day is mailed; false if it was recorded before. */
export async function noteHeadMailed(tx: Queryable, day: string): Promise<boolean> {
  const noted = await tx.first(sql<{ day: Date }>`
    insert into ledger_head_mails (day) values (${day}::date) on conflict do nothing returning day`);
  return noted !== undefined;
}
