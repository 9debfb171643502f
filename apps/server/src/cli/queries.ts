import { type Queryable, sql } from '../platform/db/db.ts';

/**
 * Marks the demo as begun where there are no brands yet. True also while it was begun and not ended, so
 * that one that was interrupted is finished at the next start.
 */
export async function beginDemo(db: Queryable): Promise<boolean> {
  await db.run(sql`
    insert into site_options (name, value)
    select 'demo', 'begun' where not exists (select 1 from brands)
    on conflict (name) do nothing`);
  const { begun } = await db.one(sql<{ begun: boolean }>`
    select exists (select 1 from site_options where name = 'demo' and value = 'begun') as begun`);
  return begun;
}

/** True for a shop that began as the demo. */
export const isDemo = async (db: Queryable): Promise<boolean> =>
  (await db.first(sql`select 1 from site_options where name = 'demo'`)) !== undefined;

/** Gives the demo's support an address, unless somebody has set one. */
export async function setDemoSupport(db: Queryable, address: string): Promise<void> {
  await db.run(sql`
    update site_options set value = ${address} where name = 'support_email' and value = ''`);
}

/** Marks the demo as whole. */
export async function endDemo(db: Queryable): Promise<void> {
  await db.run(sql`update site_options set value = 'done' where name = 'demo'`);
}

/** Marks the cases of a whole demo as begun; false when they were before, so that none comes twice. */
export async function beginCases(db: Queryable): Promise<boolean> {
  const begun = await db.run(sql`
    update site_options set value = 'cases begun' where name = 'demo' and value = 'done'`);
  return begun === 1;
}

/** Marks the demo's cases as whole. */
export async function endCases(db: Queryable): Promise<void> {
  await db.run(sql`update site_options set value = 'cases' where name = 'demo'`);
}

/** The ids of members by their e-mail addresses, in lower case. */
export async function memberIdsOf(db: Queryable, emailKeys: readonly string[]): Promise<string[]> {
  const rows = await db.rows(
    sql<{ id: string }>`select id from members where email_key = any(${emailKeys}::text[])`,
  );
  return rows.map(({ id }) => id);
}

/** What the database's server says of itself. */
export function serverFacts(db: Queryable) {
  return db.one(sql<{ number: number; version: string; writes: boolean; now: Date }>`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version,
      current_setting('transaction_read_only') = 'off' as writes, clock_timestamp() as now`);
}

/** Which database this is: the same on the primary, on its standbys and behind a pooler. */
export const databaseIdentity = async (db: Queryable): Promise<string> => {
  const { identity } = await db.one(sql<{ identity: string }>`
    select system_identifier || ' ' || current_database() as identity from pg_control_system()`);
  return identity;
};
