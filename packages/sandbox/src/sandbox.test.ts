/** The sandbox as a whole: its ports, and what it remembers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { connectApi } from './testing/api.ts';
import { call } from './testing/coins.ts';
import { openShop, type Received } from './testing/shop.ts';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(stateDir, { recursive: true }));

async function paidOrder(sandbox: Sandbox): Promise<string> {
  const api = await connectApi(sandbox);
  const id = (await api.create('20.00', 'create-key')) ?? '';
  await api.pull(`orders/${id}/approve`);
  await api.capture(id, 'capture-key');
  return id;
}

const isGenuine = async (sandbox: Sandbox, { headers, body }: Received) => {
  const api = await connectApi(sandbox);
  const { body: answer } = await api.post('/v1/notifications/verify-webhook-signature', {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: sandbox.paypalWebhookId,
    webhook_event: JSON.parse(body),
  });
  return answer;
};

test("yesterday's payment is refunded today, and its keys still hold", async () => {
  const yesterday = await startSandbox({ stateDir });
  const id = await paidOrder(yesterday);
  await yesterday.close();
  const today = await startSandbox({ stateDir });
  const api = await connectApi(today);
  expect(await api.create('20.00', 'create-key')).toBe(id);
  expect(await api.capture(id, 'capture-key')).toBe('COMPLETED');
  const order = (await api.get(`/__sandbox/orders/${id}`)) as { captureIds: string[] };
  const refund = await api.post(`/v2/payments/captures/${order.captureIds[0]}/refund`);
  expect(refund).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  await today.close();
});

test("yesterday's mails are there, and its webhooks still come and verify", async () => {
  const yesterday = await startSandbox({ stateDir, webhookUrl: 'http://127.0.0.1:9/' });
  const transport = createTransport(yesterday.smtpUrl);
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Kept' });
  transport.close();
  await paidOrder(yesterday);
  await yesterday.close();
  await using shop = await openShop();
  const today = await startSandbox({ stateDir, webhookUrl: shop.url });
  expect(today.mails('b@example.com')).toMatchObject([{ subject: 'Kept' }]);
  await expect.poll(() => shop.received).toHaveLength(2);
  const [webhook] = shop.received;
  if (!webhook) throw new Error('none came');
  await today.close();
  const later = await startSandbox({ stateDir });
  expect(await isGenuine(later, webhook)).toEqual({ verification_status: 'SUCCESS' });
  await later.close();
});

test('a taken port is replaced by a free one', async () => {
  const first = await startSandbox();
  const port = (url: string) => Number(new URL(url).port);
  const second = await startSandbox({
    paypalPort: port(first.paypalUrl),
    smtpPort: port(first.smtpUrl),
    inboxPort: port(first.inboxUrl),
    ratesPort: port(first.ratesUrl),
    googlePort: port(first.googleIssuer),
    btcPort: port(first.btcUrl),
    ltcPort: port(first.ltcUrl),
  });
  const ports = [first, second].flatMap((sandbox) =>
    [
      sandbox.paypalUrl,
      sandbox.smtpUrl,
      sandbox.inboxUrl,
      sandbox.ratesUrl,
      sandbox.googleIssuer,
      sandbox.btcUrl,
      sandbox.ltcUrl,
    ].map(port),
  );
  expect(new Set(ports).size).toBe(14);
  await Promise.all([first.close(), second.close()]);
});

test('closing ends what is kept waiting for ever', async () => {
  const sandbox = await startSandbox();
  const api = await connectApi(sandbox);
  sandbox.faults.add({ operation: 'create', kind: 'silence' });
  const waiting = api.create('1.00').then(
    () => 'answered',
    () => 'ended',
  );
  await expect.poll(() => sandbox.faults.list()).toEqual([]);
  await sandbox.close();
  expect(await waiting).toBe('ended');
});

test('it runs by itself, and a kill loses nothing', async () => {
  const run = async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { STATE_DIR: stateDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    return { child, sandbox: JSON.parse(line) as Sandbox };
  };
  const first = await run();
  const id = await paidOrder(first.sandbox);
  const tip = await call(first.sandbox.ltcRpcUrl, 'getbestblockhash');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await run();
  const api = await connectApi(second.sandbox);
  expect(await api.get(`/v2/checkout/orders/${id}`)).toMatchObject({ status: 'COMPLETED' });
  expect(await call(second.sandbox.ltcRpcUrl, 'getbestblockhash')).toBe(tip);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});
