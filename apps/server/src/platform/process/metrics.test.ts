import { expect, onTestFinished, test } from 'vitest';
import { makeHttp } from '../http/http.ts';
import { makeLog } from './log.ts';
import { type Figure, metricsRoutes } from './metrics.ts';

const token = 'a-token-of-an-operator';

function serving(figures: Figure[] = [], given = token, openHere = true) {
  const log = makeLog('silent');
  const http = makeHttp({
    log,
    trustProxy: 'loopback',
    secure: false,
    throttle: 1,
    authenticate: async () => undefined,
  });
  onTestFinished(() => http.app.close());
  metricsRoutes(http.app, { figures, log, token: given, openHere });
  return (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    http.app.inject({ url: '/metrics', headers, remoteAddress });
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s may read metrics', async (address) => {
  const reply = await serving()({}, address);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain('process_cpu_seconds_total');
});

test('to anybody else there are no metrics, proxied or not', async () => {
  const ask = serving();
  const replies = [
    await ask({}, '203.0.113.9'),
    await ask({}, '10.0.0.7'),
    await ask({ 'x-forwarded-for': '203.0.113.9' }),
    await ask({ 'x-forwarded-for': '127.0.0.1' }),
    await ask({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9'),
    await ask({ forwarded: 'for=203.0.113.9' }),
    await ask({ authorization: 'Bearer another' }, '203.0.113.9'),
    await ask({ authorization: token }, '203.0.113.9'),
    await ask({ authorization: 'Bearer ' }, '203.0.113.9'),
  ];
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  expect(replies[0]?.json()).toMatchObject({ code: 'route.not_found' });
});

test('in production nobody reads metrics without the token: a proxy on this machine need not say for whom it asks', async () => {
  const ask = serving([], token, false);
  expect((await ask()).statusCode).toBe(404);
  expect((await ask({ host: '127.0.0.1:3000' })).statusCode).toBe(404);
  expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
});

test('whoever has the token may read metrics from anywhere; without one nobody has it', async () => {
  const bearer = { authorization: `Bearer ${token}` };
  expect((await serving()(bearer, '203.0.113.9')).statusCode).toBe(200);
  expect((await serving([], '')({ authorization: 'Bearer ' }, '203.0.113.9')).statusCode).toBe(404);
});

test('a figure is counted once for all who ask within a while', async () => {
  let counted = 0;
  const ask = serving([
    {
      name: 'codes_free',
      help: 'Codes.',
      read: async () => {
        counted += 1;
        return 41;
      },
    },
  ]);
  const replies = await Promise.all(Array.from({ length: 30 }, () => ask()));
  for (const { body } of replies) expect(body).toContain('\ncodes_free 41\n');
  expect(counted).toBe(1);
});

test('a figure that can not be read is left out, and read the next time', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => 7];
  const ask = serving([
    { name: 'codes_free', help: 'Codes.', read: () => answers.shift()?.() ?? Promise.resolve(0) },
  ]);
  expect((await ask()).body).not.toContain('\ncodes_free ');
  expect((await ask()).body).toContain('\ncodes_free 7\n');
});
