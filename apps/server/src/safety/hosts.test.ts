/** Several hosts of a database, a pooler in front of it, and a standby beside it. */
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connect, type Db, sql } from '../platform/db/db.ts';
import { isUnavailable } from '../platform/db/errors.ts';
import { openHosts } from '../platform/db/hosts.ts';
import { keepWithRole, requireOwnSessions, requireSettings } from '../platform/db/pooler.ts';
import { openReplica } from '../platform/db/replica.ts';
import { makeLog } from '../platform/process/log.ts';
import { cloneDatabase } from '../testing/databases.ts';
import { longTest } from '../testing/long.ts';

const log = makeLog('silent');

async function emptyDatabase() {
  const database = await cloneDatabase(inject('server'));
  onTestFinished(database.drop);
  return database;
}

/** A host of a database that can be frozen: then it takes connections and says nothing. */
async function openHost(databaseUrl: string, { delayMs = 0 } = {}) {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  const there = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port: Number(port) };
  const sockets: Socket[] = [];
  let frozen = false;
  const server = createServer((near) => {
    sockets.push(near);
    near.on('error', () => undefined);
    if (frozen) return;
    const far = connectTo(there).on('error', () => undefined);
    sockets.push(far);
    setTimeout(() => near.pipe(far).pipe(near), delayMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    thaw() {
      frozen = false;
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().on('data', () => undefined);
    },
  };
}

const at = (databaseUrl: string, hosts: readonly string[]) =>
  databaseUrl.replace(/@[^/]*\//, `@${hosts.join(',')}/`);

function open(url: string, options: Partial<Parameters<typeof connect>[1]> = {}): Db {
  const db = connect(url, { max: 2, log, ...options });
  onTestFinished(() => db.close());
  return db;
}

const one = sql<{ one: number }>`select 1 as one`;

test('of several hosts the one that answers is used, also when the first is away', async () => {
  const { url } = await emptyDatabase();
  const host = await openHost(url);
  const db = open(at(url, ['127.0.0.1:9', host.address]));
  expect(await db.one(one)).toEqual({ one: 1 });
});

test('a host that takes no writes is not used beside others, and an only one is', async () => {
  const { url, ownerUrl } = await emptyDatabase();
  const owner = open(ownerUrl);
  await owner.script(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  const hosts = [(await openHost(url)).address, (await openHost(url)).address];
  const refused = open(at(url, hosts)).one(one);
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(await open(at(url, hosts), { reading: true }).one(one)).toEqual({ one: 1 });
  expect(await open(url).one(one)).toEqual({ one: 1 });
  await owner.script(
    `begin read write; do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$; commit`,
  );
});

test('when a host freezes, who waits is told, and the next ones get another host', async () => {
  const { url } = await emptyDatabase();
  const [first, second] = [await openHost(url), await openHost(url)];
  second.freeze();
  const db = open(at(url, [first.address, second.address]));
  await Promise.all([db.one(one), db.one(one)]);
  first.freeze();
  second.thaw();
  const failure = await db.one(one).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(await Promise.all([db.one(one), db.one(one)])).toEqual([{ one: 1 }, { one: 1 }]);
});

test('a database without a free connection is there: what takes long goes on', async () => {
  const { url, ownerUrl } = await emptyDatabase();
  const db = open(url, { max: 1 });
  await db.one(one);
  const owner = open(ownerUrl, { max: 1 });
  await owner.script(
    `do $$ begin execute format('alter database %I connection limit 1', current_database()); end $$`,
  );
  const slept = sql<{ one: number }>`select 1 as one from pg_sleep(3.5)`;
  expect(await db.one(slept)).toEqual({ one: 1 });
});

longTest('an only host that freezes is told to who waits within seconds', async () => {
  const { url } = await emptyDatabase();
  const host = await openHost(url);
  const db = open(at(url, [host.address]));
  await db.one(one);
  host.freeze();
  await expect(db.tx((tx) => tx.one(one))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('of hosts that would all do, the one in use is kept, and one without a free connection is no other', async () => {
  const { url } = await emptyDatabase();
  const [used, faster] = [await openHost(url, { delayMs: 100 }), await openHost(url)];
  const said = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(said.length + 4, 1);
  const full = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, said])));
  }).listen(0, '127.0.0.1');
  await once(full, 'listening');
  onTestFinished(() => void full.close());
  const { port } = full.address() as AddressInfo;
  const hosts = openHosts(at(url, [used.address, faster.address, `127.0.0.1:${port}`]));
  await hosts.search();
  expect(hosts.url).toContain(used.address);
  await expect(openHosts(at(url, ['127.0.0.1:9', `127.0.0.1:${port}`])).search()).rejects.toThrow();
});

test('behind a pooler nothing stays prepared, and the settings are those of the role', async () => {
  const { url } = await emptyDatabase();
  const pooled = open(url, { max: 1, directUrl: url });
  await expect(requireSettings(pooled)).rejects.toThrow(/RECONNECT/);
  await keepWithRole(open(url));
  const later = open(url, { max: 1, directUrl: url });
  await requireSettings(later);
  for (const db of [later, open(url, { max: 1 })]) {
    await db.tx(async (tx) => {
      await Promise.all([
        tx.one(one),
        tx.one(sql`select 2 as two, ${'x'}::text as x`),
        tx.one(one),
      ]);
    });
    const { kept } = await db.one(
      sql<{ kept: number }>`select count(*)::int as kept from pg_prepared_statements`,
    );
    // The statement that counts is not prepared yet while it runs, or it is.
    expect(kept > 1).toBe(db !== later);
  }
  await requireOwnSessions(url);
});

test('what may be old is read from the standby, and from the primary while that is away', async () => {
  const [primary, standby] = [await emptyDatabase(), await emptyDatabase()];
  const nameOf = async (url: string | undefined) => {
    const replica = openReplica(open(primary.url), { url, max: 1, log });
    onTestFinished(() => replica.close());
    const asked = sql<{ name: string }>`select current_database() as name`;
    const surveyed = await replica.survey((tx) => tx.one(asked));
    expect(await replica.one(asked)).toEqual(surveyed);
    return surveyed.name;
  };
  const name = (url: string) => new URL(url).pathname.slice(1);
  expect(await nameOf(standby.url)).toBe(name(standby.url));
  expect(await nameOf(undefined)).toBe(name(primary.url));
  expect(await nameOf(at(standby.url, ['127.0.0.1:9']))).toBe(name(primary.url));
});

test('nobody waits for a standby that was silent at the last look', async () => {
  const primary = await emptyDatabase();
  const host = await openHost(primary.url);
  host.freeze();
  const replica = openReplica(open(primary.url), {
    url: at(primary.url, [host.address]),
    max: 1,
    log,
  });
  onTestFinished(() => replica.close());
  await replica.one(sql`select 1`);
  for (let n = 0; n < 3; n += 1) {
    const askedMs = performance.now();
    await replica.one(sql`select 1`);
    // The next look is under way then; it would take ten seconds.
    expect(performance.now() - askedMs).toBeLessThan(5_000);
    await sleep(1_000);
  }
});
