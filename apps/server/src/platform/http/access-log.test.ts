import { fastify } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { logRequests } from './access-log.ts';

/** A server whose log is kept. */
function logged(level: 'info' | 'debug') {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level, base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const app = fastify();
  logRequests(app, log);
  app.get('/codes/:code', (_request, reply) => reply.send('read'));
  app.post('/codes/:code', (_request, reply) => reply.code(201).send('written'));
  app.get('/broken', (_request, reply) => reply.code(500).send('no'));
  onTestFinished(() => app.close());
  return { app, lines };
}

test('what changes something or fails has a line, what only reads has none', async () => {
  const { app, lines } = logged('info');
  await app.inject({ method: 'GET', url: '/codes/SECRET' });
  await app.inject({ method: 'POST', url: '/codes/SECRET' });
  await app.inject({ method: 'GET', url: '/broken' });
  await app.inject({ method: 'GET', url: '/nowhere' });
  expect(lines).toMatchObject([
    { method: 'POST', route: '/codes/:code', status: 201 },
    { method: 'GET', route: '/broken', status: 500 },
    { method: 'GET', route: 'none', status: 404 },
  ]);
});

test('a line names the route, never the address with its tokens and codes', async () => {
  const { app, lines } = logged('debug');
  await app.inject({ method: 'GET', url: '/codes/SECRET?token=SECRET' });
  expect(lines).toMatchObject([{ route: '/codes/:code', status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain('SECRET');
});

test('a reply and its line carry the id the request came with, or a new one', async () => {
  const { app, lines } = logged('debug');
  const given = await app.inject({ url: '/broken', headers: { 'x-request-id': 'proxy-0123' } });
  const first = await app.inject({ url: '/broken' });
  const second = await app.inject({ url: '/broken' });
  const ids = [given, first, second].map(({ headers }) => headers['x-request-id']);
  expect(ids[0]).toBe('proxy-0123');
  expect(new Set(ids).size).toBe(3);
  expect(lines.map(({ requestId }) => requestId)).toEqual(ids);
});

test.each(['short', 'x'.repeat(65), 'two words', 'a\\nforged=line'])(
  'the id %j is not taken over',
  async (id) => {
    const { app } = logged('info');
    const { headers } = await app.inject({ url: '/broken', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).not.toBe(id);
  },
);
