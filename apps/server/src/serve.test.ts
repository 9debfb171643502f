import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initiate } from '@giftlane/contract/checkout.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { prepareDatabase } from './assembly/database.ts';
import { apiBase } from './platform/http.ts';
import { makeLog } from './platform/log.ts';
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
  const { url, drop } = await cloneDatabase(inject('serverUrl'), 'template0');
  onTestFinished(drop);
  const starts = Array.from({ length: 4 }, () => prepareDatabase(url, makeLog('silent')));
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
