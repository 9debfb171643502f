/** A pooler in front of the database: what its sessions need, and whether they are one's own. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartRefused } from '../process/ending.ts';
import { type Db, type Queryable, sql } from './db.ts';
import { openHosts } from './hosts.ts';
import { sessionSettings } from './session-settings.ts';

const names = sessionSettings.map(([name]) => name);
const values = sessionSettings.map(([, value]) => value);

/** Keeps the settings of a session with the role, for the sessions that a pooler opens for it. */
export async function keepWithRole(direct: Db): Promise<void> {
  const lacking = await direct.rows(sql<{ set: string }>`
    select format('alter role %I in database %I set %I = %L', current_user, current_database(), name, value) as set
    from unnest(${names}::text[], ${values}::text[]) as wanted (name, value)
    where not exists (select from pg_db_role_setting join pg_database d on d.oid = setdatabase
      where setrole = current_user::regrole and datname = current_database()
        and name || '=' || value = any(setconfig))`);
  if (lacking.length > 0) await direct.script(lacking.map(({ set }) => set).join('; '));
}

/** Refuses a pooler whose sessions were opened without the settings. */
export async function requireSettings(pooled: Queryable): Promise<void> {
  const { lacking } = await pooled.one(sql<{ lacking: string | null }>`
    select string_agg(name, ', ') as lacking
    from unnest(${names}::text[], ${values}::text[]) as wanted (name, value)
    where current_setting(name) <> value`);
  if (lacking !== null)
    throw new StartRefused(
      `DATABASE_URL: sessions of the pooler lack settings of the shop's role (${lacking}): give the pooler the command RECONNECT, and DATABASE_DIRECT_URL the role and database of DATABASE_URL.`,
    );
}

const tries = 3;

/** Whether an address leads to a pooler that gives each transaction another session. */
async function sharesSessions(url: string): Promise<boolean> {
  const [one, other] = [new pg.Client(url), new pg.Client(url)];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    await other.connect();
    for (let left = tries; left > 0; left -= 1) {
      const mark = randomUUID();
      await one.query(`select set_config('giftlane.session', $1, false)`, [mark]);
      const { rows } = await other.query<{ mark: string | null }>(
        `select current_setting('giftlane.session', true) as mark`,
      );
      if (rows[0]?.mark === mark) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** Refuses a pooler that gives each transaction another session, where only sessions of one's own will do. */
export async function requireOwnSessions(url: string): Promise<void> {
  const hosts = openHosts(url);
  await hosts.search();
  if (await sharesSessions(hosts.url))
    throw new StartRefused(
      `${new URL(hosts.url).host} is a pooler that gives each transaction another session: DATABASE_DIRECT_URL and DATABASE_OWNER_URL must lead to the database itself (docs/operations.md, Database).`,
    );
}
