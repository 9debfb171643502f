import { expect, onTestFinished, test } from 'vitest';
import { makeLog } from './log.ts';
import { openWatchPort } from './watch-port.ts';

const at = { port: 0, host: '127.0.0.1', metricsToken: '', openHere: true };

async function read(url: string) {
  const reply = await fetch(url);
  return { status: reply.status, text: await reply.text() };
}

test('a process whose loop stands still is alive and not ready', async () => {
  let turnedMs = performance.now();
  const port = await openWatchPort(at, {
    log: makeLog('silent'),
    figures: [],
    turnedMs: () => turnedMs,
    standsAfterMs: 1_000,
  });
  onTestFinished(port.close);
  expect(await read(`${port.url}/readyz`)).toMatchObject({ status: 200 });
  turnedMs -= 2_000;
  expect(await read(`${port.url}/healthz`)).toMatchObject({ status: 200 });
  expect(await read(`${port.url}/readyz`)).toMatchObject({ status: 503 });
  expect((await read(`${port.url}/metrics`)).text).toContain('\ngiftlane_ready 0\n');
});
