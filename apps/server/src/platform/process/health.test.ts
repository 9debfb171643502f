import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { healthRoutes } from './health.ts';

const never = new Promise<never>(() => undefined);

function health({ stopping = false, answers = true as boolean | 'never' } = {}) {
  const rows = () => {
    if (answers === 'never') return never;
    return answers ? Promise.resolve([]) : Promise.reject(new Error('away'));
  };
  const app = fastify();
  healthRoutes(app, { db: { rows } as unknown as Db, stopping: () => stopping });
  onTestFinished(() => app.close());
  return async (url: string) => {
    const { statusCode, body } = await app.inject({ url });
    return { statusCode, ...JSON.parse(body) };
  };
}

test('a process that can do its work is ready', async () => {
  const get = health();
  expect(await get('/readyz')).toEqual({ statusCode: 200, status: 'ready' });
});

test('without its database a process lives and is not ready', async () => {
  const get = health({ answers: false });
  expect(await get('/healthz')).toEqual({ statusCode: 200, status: 'ok' });
  expect(await get('/readyz')).toMatchObject({ statusCode: 503 });
  expect(await get('/readyz/pages')).toMatchObject({ statusCode: 200 });
});

test('a database that hangs makes a process unready before a balancer gives up waiting', async () => {
  const get = health({ answers: 'never' });
  const begun = performance.now();
  expect(await get('/readyz')).toMatchObject({ statusCode: 503 });
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('a process that is asked to end is not ready any more', async () => {
  const get = health({ stopping: true });
  expect(await get('/healthz')).toMatchObject({ statusCode: 200 });
  for (const url of ['/readyz', '/readyz/pages'])
    expect(await get(url)).toEqual({ statusCode: 503, status: 'stopping' });
});
