/** Databases of tests: their names, and clones of the template. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Db, sql } from '../platform/db/db.ts';
import { seconds } from '../platform/process/durations.ts';
import { makeLog } from '../platform/process/log.ts';

/** The template's name. */
export function template(): string {
  return 'giftlane_template';
}

/** A server, or a database on it: for the role of the shop, and for the owner. */
export interface Addresses {
  readonly url: string;
  readonly ownerUrl: string;
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const patienceMs = seconds(30);

/**
 * Waits until nobody is connected any more. A pool's `end` does not wait for its last goodbyes to arrive,
 * and a connection that is cut off while it leaves is an error nobody listens to.
 */
async function everybodyLeft(admin: Db, name: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(10)) {
    const { connected } = await admin.one(sql<{ connected: number }>`
      select count(*)::int as connected from pg_stat_activity
      where datname = ${name} and backend_type = 'client backend'`);
    if (connected === 0) return;
  }
}

/** One connection for all databases of a worker's tests, and one more for each other server of a test. */
const admins = new Map<string, Db>();

function adminOf(serverUrl: string): Db {
  const known = admins.get(serverUrl);
  if (known) return known;
  // What it says when a server goes with its test is of no interest.
  const admin = connect(serverUrl, { max: 1, log: makeLog('error') });
  admins.set(serverUrl, admin);
  return admin;
}

/** The addresses of another database on the same server. */
export const databaseOn = ({ url, ownerUrl }: Addresses, name: string): Addresses => ({
  url: databaseUrl(url, name),
  ownerUrl: databaseUrl(ownerUrl, name),
});

/** Clones the template, or another database: one of one's own in some 20 ms. `endOthers` cuts off who uses it. */
export async function cloneDatabase(
  server: Addresses,
  from = template(),
  { endOthers = false } = {},
): Promise<Addresses & { drop: () => Promise<void> }> {
  const name = `giftlane_${randomBytes(6).toString('hex')}`;
  const admin = adminOf(server.ownerUrl);
  if (endOthers)
    await admin.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${from} and backend_type = 'client backend'`);
  // Where nothing has to be safe from a crash, copying files takes half the time of copying pages.
  await admin.pool.query(`create database ${name} template ${from} strategy file_copy`);
  // The rights of a database itself are not cloned.
  await admin.pool.query(`revoke temporary on database ${name} from public`);
  return {
    ...databaseOn(server, name),
    async drop() {
      await everybodyLeft(admin, name);
      // By force only where it is needed: that would not be allowed to end a vacuum, which gives way by itself.
      await admin
        .script(`drop database if exists ${name}`)
        .catch(() => admin.script(`drop database if exists ${name} with (force)`));
    },
  };
}
