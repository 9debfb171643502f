/** Databases of tests, cloned from the template. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Db, sql } from '../platform/db/db.ts';
import { seconds } from '../platform/process/durations.ts';
import { makeLog } from '../platform/process/log.ts';

export function template(): string {
  return 'giftlane_template';
}

/** Addresses of a server or database, for the shop's role and for the owner. */
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
 * Waits until no client is connected. A pool's `end` does not wait for its connections to close, and dropping
 * the database meanwhile causes an unhandled error.
 */
async function everybodyLeft(admin: Db, name: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(10)) {
    const { connected } = await admin.one(sql<{ connected: number }>`
      select count(*)::int as connected from pg_stat_activity
      where datname = ${name} and backend_type = 'client backend'`);
    if (connected === 0) return;
  }
}

/** One admin connection per server, shared by a worker's tests. */
const admins = new Map<string, Db>();

function adminOf(serverUrl: string): Db {
  const known = admins.get(serverUrl);
  if (known) return known;
  // Only errors: a server that ends with its test is expected.
  const admin = connect(serverUrl, { max: 1, log: makeLog('error') });
  admins.set(serverUrl, admin);
  return admin;
}

/** Addresses of another database on the same server. */
export const databaseOn = ({ url, ownerUrl }: Addresses, name: string): Addresses => ({
  url: databaseUrl(url, name),
  ownerUrl: databaseUrl(ownerUrl, name),
});

/**
 * Clones the template or another database; a small one takes some 20 ms. `endOthers` disconnects its clients
 * first.
 */
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
  // Without durability, copying files takes half the time of copying through the WAL.
  await admin.pool.query(`create database ${name} template ${from} strategy file_copy`);
  // Privileges on the database itself are not cloned.
  await admin.pool.query(`revoke temporary on database ${name} from public`);
  return {
    ...databaseOn(server, name),
    async drop() {
      await everybodyLeft(admin, name);
      // Without `force` at first: the role may not end autovacuum, which yields by itself.
      await admin
        .script(`drop database if exists ${name}`)
        .catch(() => admin.script(`drop database if exists ${name} with (force)`));
    },
  };
}
