import { Readable } from 'node:stream';
import { defineCall } from '@giftlane/contract/call.ts';
import { walletStatementCsv } from '@giftlane/contract/money/statements.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { makeLog } from '../process/log.ts';
import { makeHttp } from './http.ts';

const options = {
  log: makeLog('silent'),
  trustProxy: 'uniquelocal',
  secure: false,
  throttle: 1,
  authenticate: async () => ({ memberId: 'mem_eve', sessionId: 'ses_eve' }),
};

test('who reads replies slowly keeps none of their other calls waiting, nor their neighbours', async () => {
  const http = makeHttp(options);
  onTestFinished(() => http.app.close());
  let begun = 0;
  http.route(walletStatementCsv, async (_, { reply }) => {
    begun += 1;
    const endless = new Readable({ read: () => undefined });
    endless.push('entry');
    return reply.send(endless);
  });
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const address = `${url}/api/v1/wallet/statement.csv?dFrom=2026-01-01&dTo=2026-01-31`;
  const asked = { headers: { authorization: 'token' }, signal: leaving.signal };
  for (let n = 0; n < 60; n += 1) fetch(address, asked).catch(() => undefined);
  await expect.poll(() => begun).toBe(60);
});

const lookAtOrders = defineCall({
  name: 'office.orders',
  method: 'GET',
  path: '/office/orders',
  policy: 'staff',
  permission: 'orders.read',
  summary: 'Shows orders.',
  data: z.string(),
});

test('a call of staff needs an operator’s session with its permission; a member’s token opens nothing', async () => {
  const permissions = new Map<string | undefined, Permission[]>([
    ['reader', ['orders.read']],
    ['other', ['orders.refund', 'members.read']],
  ]);
  const http = makeHttp({
    ...options,
    operatorOf: async ({ headers: { cookie } }) => {
      const theirs = permissions.get(cookie);
      const names = { email: 'olga@giftlane.test', name: 'Olga', role: 'reader' };
      const ids = { operatorId: 'opr', sessionId: 'ses' };
      return theirs && { ...ids, ...names, permissions: new Set(theirs) };
    },
  });
  onTestFinished(() => http.app.close());
  http.route(lookAtOrders, async (_, { operator }) => ({ data: operator.operatorId }));
  const ask = async (headers: Record<string, string>) => {
    const reply = await http.app.inject({ url: '/api/v1/office/orders', headers });
    return [reply.statusCode, reply.json().code];
  };
  expect(await ask({ cookie: 'reader' })).toEqual([200, undefined]);
  expect(await ask({ cookie: 'other' })).toEqual([403, 'session.not_permitted']);
  expect(await ask({ authorization: 'token' })).toEqual([401, 'session.required']);
});

test('a server without operators refuses to serve calls of staff', async () => {
  const http = makeHttp(options);
  onTestFinished(() => http.app.close());
  expect(() => http.route(lookAtOrders, async () => ({ data: '' }))).toThrow(
    'office.orders is a call of the back office',
  );
});
