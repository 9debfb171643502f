import { Readable } from 'node:stream';
import { walletStatementCsv } from '@giftlane/contract/money/statements.ts';
import { expect, onTestFinished, test } from 'vitest';
import { makeLog } from '../process/log.ts';
import { makeHttp } from './http.ts';

test('who reads replies slowly keeps none of their other calls waiting, nor their neighbours', async () => {
  const http = makeHttp({
    log: makeLog('silent'),
    trustProxy: 'uniquelocal',
    secure: false,
    throttle: 1,
    authenticate: async () => ({ memberId: 'mem_eve', sessionId: 'ses_eve' }),
  });
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
