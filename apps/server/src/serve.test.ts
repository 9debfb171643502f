import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initiate } from '@giftlane/contract/shop/checkout.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { prepareDatabase } from './assembly/database.ts';
import { connect, sql } from './platform/db/db.ts';
import { apiBase } from './platform/http/http.ts';
import { makeLog } from './platform/process/log.ts';
import { builtShop } from './platform/render/site.ts';
import { makeCard, makeMember, orderBody } from './testing/builders.ts';
import { cloneDatabase } from './testing/databases.ts';
import { longTest } from './testing/long.ts';
import { envOf, runProgram } from './testing/process.ts';
import { startShop } from './testing/start-shop.ts';

test('a process that is asked to end answers what it accepted, takes nothing more, and ends', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const server = runProgram('main.ts', { env: { ...envOf(shop), WORKER: 'inline' } });
  const url = await server.started();
  shop.sandbox.faults.add({ operation: 'create', kind: 'delay', delayMs: 1_000 });
  const { sPayerId: _, ...body } = orderBody(anna, { card, totalMinor: 10_00n, gateway: 'PayPal' });
  const reply = fetch(url + apiBase + initiate.path, {
    method: initiate.method,
    headers: { authorization: anna.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await expect.poll(() => shop.sandbox.faults.list().length).toBe(0);
  server.child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'closed')).toBe('closed');
  expect((await reply).status).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a process that ends says so at /readyz for a while, and serves meanwhile', async () => {
  const shop = await startShop({ working: false });
  const env = { ...envOf(shop), SHUTDOWN_DELAY_SECONDS: '2' };
  const server = runProgram('main.ts', { env });
  const url = await server.started();
  const statusOf = (path: string) => fetch(url + path).then(({ status }) => status, String);
  expect(await statusOf('/readyz')).toBe(200);
  server.child.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/robots.txt')).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a database that takes no writes is away: not ready, 503, and all is well once it does again', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const ready = () => fetch(`${shop.url}/readyz`).then(({ status }) => status);
  const { id } = await makeCard(shop);
  const body = { iGiftCardId: id, nQuantity: 1 };
  const writes = async () => (await shop.raw('POST', '/cart', { token: anna.token, body })).status;
  const before = await writes();
  const name = new URL(shop.config.databaseUrl).pathname.slice(1);
  const server = connect(inject('server').ownerUrl, { max: 1, log: shop.log });
  onTestFinished(() => server.close());
  const readOnly = async (value: string) => {
    await server.script(`alter database ${name} set default_transaction_read_only = ${value}`);
  };
  await readOnly('on');
  await server.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and backend_type = 'client backend'`);
  await expect.poll(ready).toBe(503);
  await expect.poll(writes).toBe(503);
  await readOnly('off');
  await expect.poll(ready).toBe(200);
  await expect.poll(writes).toBe(before);
});

test.runIf(existsSync(builtShop))(
  'with the database away pages come from memory, through a proxy too, which is told that it may ask for them',
  async () => {
    const shop = await startShop({ working: false });
    const card = await makeCard(shop);
    const statusOf = async (path: string, headers = {}) =>
      (await fetch(shop.url + path, { headers })).status;
    const name = new URL(shop.config.databaseUrl).pathname.slice(1);
    const server = connect(inject('server').ownerUrl, { max: 1, log: shop.log });
    onTestFinished(() => server.close());
    await server.script(`alter database ${name} allow_connections false`);
    await server.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and backend_type = 'client backend'`);
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    for (const path of ['/', '/gift-cards', `/gift-cards/${card.brandId}`, '/faq', '/readyz/pages'])
      for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }])
        expect([path, await statusOf(path, headers)]).toEqual([path, 200]);
    await server.script(`alter database ${name} allow_connections true`);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
  },
);

longTest('the second signal ends a process at once', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const server = runProgram('main.ts', { env: { ...envOf(shop), PAYPAL_TIMEOUT_MS: '60000' } });
  const url = await server.started();
  shop.sandbox.faults.add({ operation: 'create', kind: 'silence' });
  const { sPayerId: _, ...body } = orderBody(anna, { card, totalMinor: 10_00n, gateway: 'PayPal' });
  const reply = fetch(url + apiBase + initiate.path, {
    method: initiate.method,
    headers: { authorization: anna.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => 'cut off');
  await expect.poll(() => shop.sandbox.faults.list().length).toBe(0);
  server.child.kill('SIGINT');
  await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'closed')).toBe('closed');
  server.child.kill('SIGINT');
  expect((await server.ended).code).toBe(1);
  expect(await reply).toBe('cut off');
});

test('a worker process works and serves nothing', async () => {
  const shop = await startShop({ working: false });
  const worker = runProgram('worker.ts', { env: envOf(shop) });
  expect(await worker.started()).toBe('');
  worker.child.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});

test('processes that find an empty database at the same moment all bring it up to date', async () => {
  const { drop, ...database } = await cloneDatabase(inject('server'), 'template0');
  onTestFinished(drop);
  const starts = Array.from({ length: 4 }, () => prepareDatabase(database, makeLog('silent')));
  const failed = (await Promise.allSettled(starts)).filter(({ status }) => status === 'rejected');
  expect(failed).toEqual([]);
});

test('every variable that is missing in production is named at once', async () => {
  const { ended } = runProgram('main.ts', { env: { NODE_ENV: 'production', THROTTLE: '0' } });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  for (const name of [
    'DATABASE_URL',
    'ENCRYPTION_KEYS',
    'PUBLIC_URL',
    'SMTP_URL',
    'RATES_URL',
    'GOOGLE_ISSUER',
    'VAPID_PUBLIC_KEY',
  ])
    expect(stderr).toContain(`${name} is not set: `);
  expect(stderr).toContain('THROTTLE: 0 is refused in production');
  expect(stderr).not.toContain('    at ');
});

longTest('a taken port is said in one line', async () => {
  const shop = await startShop({ working: false });
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { ended } = runProgram('main.ts', { env: { ...envOf(shop), PORT: String(port) } });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `PORT ${port} is taken by another program: stop that one, or set PORT to a free one.\n`,
  );
});

longTest('an address that is not this machine’s is said in one line', async () => {
  const shop = await startShop({ working: false });
  const { ended } = runProgram('main.ts', { env: { ...envOf(shop), HOST: '192.0.2.1' } });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toBe('HOST: 192.0.2.1 is no address of this machine.\n');
});

longTest('a database that is not there is said in one line, without its password', async () => {
  const shop = await startShop({ working: false });
  const env = { ...envOf(shop), DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' };
  const { code, stderr } = await runProgram('main.ts', { env }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATABASE_URL: the database can not be used: .+\n$/);
  expect(stderr).not.toContain('secret');
});
