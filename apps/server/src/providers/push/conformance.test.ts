/** What every vendor of the push port must do, shown on the sandbox's push service. */
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newPushKeys } from '../../platform/secrets/push-keys.ts';
import type { Push, PushMessage } from './port.ts';
import { makeWebPush } from './webpush/webpush.ts';

const keys = newPushKeys();
let sandbox: Sandbox;
let push: Push;

beforeAll(async () => {
  sandbox = await startSandbox();
  push = connect();
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

const connect = (services = [sandbox.pushUrl], pair = keys, timeoutMs = 30_000) =>
  makeWebPush({ ...pair, subject: 'mailto:shop@example.com', services, timeoutMs });

function newMessage(change: Partial<PushMessage['to']> = {}): PushMessage {
  const { endpoint, keys: browser } = sandbox.push.subscribe(keys.publicKey);
  return {
    to: { endpoint, ...browser, ...change },
    text: '{"title":"Grüße, Zoë"}',
    topic: 'a'.repeat(32),
    lifeMs: 3_600_000,
  };
}

test('a message arrives once, readable by its browser alone, with its life, topic and sender', async () => {
  const message = newMessage();
  expect(await push.send(message)).toEqual({ kind: 'done', value: undefined });
  expect(sandbox.push.messages(message.to.endpoint)).toEqual([
    {
      text: message.text,
      topic: message.topic,
      ttlSeconds: 3600,
      subject: 'mailto:shop@example.com',
    },
  ]);
});

test('a subscription that was withdrawn is gone', async () => {
  const message = newMessage();
  sandbox.push.drop(message.to.endpoint);
  expect(await push.send(message)).toEqual({ kind: 'refused', reason: 'gone' });
  sandbox.faults.add({ operation: 'push', kind: 'gone' });
  expect(await push.send(newMessage())).toEqual({ kind: 'refused', reason: 'gone' });
});

test('a key that is no point of the curve can not be encrypted for, and is gone', async () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');
  expect(await push.send(newMessage({ p256dh }))).toEqual({ kind: 'refused', reason: 'gone' });
});

test('somebody else’s key is rejected', async () => {
  const other = connect([sandbox.pushUrl], newPushKeys());
  expect(await other.send(newMessage())).toEqual({ kind: 'refused', reason: 'rejected' });
});

test('a busy service says how long it wants to be left alone', async () => {
  sandbox.faults.add({ operation: 'push', kind: 'http_429', value: '120' });
  expect(await push.send(newMessage())).toEqual({
    kind: 'unknown',
    reason: 'HTTP 429',
    afterMs: 120_000,
  });
});

test.each(['http_500', 'reset', 'silence'] as const)('%s is unknown', async (kind) => {
  const port = kind === 'silence' ? connect([sandbox.pushUrl], keys, 500) : push;
  sandbox.faults.add({ operation: 'push', kind });
  expect((await port.send(newMessage())).kind).toBe('unknown');
});

test('nobody is asked who is not on the list, and no redirect is followed', async () => {
  const message = newMessage();
  const elsewhere = connect(['push.example.org']);
  expect(elsewhere.allows(message.to.endpoint)).toBe(false);
  expect(await elsewhere.send(message)).toEqual({ kind: 'refused', reason: 'gone' });
  expect(sandbox.push.messages(message.to.endpoint)).toEqual([]);
});
