/** A database that is gone without a word, as after a failover: nothing comes, and nothing is closed. */

import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connect, sql } from './platform/db/db.ts';
import { isUnavailable } from './platform/db/errors.ts';
import { openHosts } from './platform/db/hosts.ts';
import { listenOn } from './platform/db/listen.ts';
import { makeLog } from './platform/process/log.ts';
import { cloneDatabase } from './testing/databases.ts';
import { longTest } from './testing/long.ts';
import { envOf, runProgram } from './testing/process.ts';
import { startShop } from './testing/start-shop.ts';

const log = makeLog('silent');

/** A database whose present connections can be made to fall silent. */
async function openLine() {
  const database = await cloneDatabase(inject('server'));
  onTestFinished(database.drop);
  return openLineTo(database.url);
}

async function openLineTo(databaseUrl: string) {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  const there = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port: Number(port) };
  // Half open: not even the end of a connection is answered.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connectTo({ ...there, allowHalfOpen: true });
    sockets.push(near, far);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl.replace(hostname, '127.0.0.1'));
  url.port = String((server.address() as AddressInfo).port);
  const unheard = { times: 0 };
  const fallSilent = () => {
    for (const socket of sockets) {
      socket.unpipe().on('data', () => {
        unheard.times += 1;
      });
      socket.resume();
    }
  };
  return { url: url.href, fallSilent, unheard };
}

test('a database whose socket file is gone is one that is not there', async () => {
  const db = connect('postgres://shop:secret@%2Fnowhere:5432/shop', { max: 1, log });
  onTestFinished(() => db.close());
  const failure = await db.one(sql`select 1 as one`).catch((error) => error);
  expect(failure).toMatchObject({ code: 'ENOENT' });
  expect(isUnavailable(failure)).toBe(true);
});

test('who waits for a database that fell silent is told, and the next gets another connection', async () => {
  const line = await openLine();
  const db = connect(line.url, { max: 1, log, silentMs: 500 });
  onTestFinished(() => db.close());
  await db.one(sql`select 1 as one`);
  line.fallSilent();
  const failure = await db.tx((tx) => tx.one(sql`select 1 as one`)).catch((error) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 });
});

longTest('reading whole tables and migrations may take longer than any answer', async () => {
  const line = await openLine();
  const db = connect(line.url, { max: 1, log, silentMs: 100 });
  onTestFinished(() => db.close());
  await db.survey((tx) => tx.rows(sql`select pg_sleep(0.5)`));
  await db.script('select pg_sleep(0.5)');
  await expect(db.rows(sql`select pg_sleep(0.5)`)).rejects.toThrow('has not answered');
});

longTest('who listens to a database that fell silent can still end', async () => {
  const line = await openLine();
  const listening = await new Promise<ReturnType<typeof listenOn>>((resolve) => {
    const begun = listenOn({
      hosts: openHosts(line.url),
      channel: 'catalog_changed',
      onNotice: () => undefined,
      onConnect: () => resolve(begun),
      log,
    });
  });
  line.fallSilent();
  await listening.stop();
});

longTest(
  'a stop that a silent database holds up ends all the same, and says what it did not wait for',
  async () => {
    const shop = await startShop({ working: false });
    const line = await openLineTo(shop.config.databaseUrl);
    const env = { ...envOf(shop), DATABASE_URL: line.url };
    const program = runProgram('testing/impatient.ts', { env });
    await program.started();
    line.fallSilent();
    await expect.poll(() => line.unheard.times).toBeGreaterThan(0);
    program.child.kill('SIGTERM');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Ended after 1 s without waiting for jobs and chores under way. ' +
        'Nothing that was acknowledged is lost.\n',
    );
  },
);
