import { expect, test } from 'vitest';
import { isPushPair, newPushKeys, readPushServices } from './push-keys.ts';

test('new keys belong together, and no others do', () => {
  const keys = newPushKeys();
  expect(isPushPair(keys)).toBe(true);
  expect(isPushPair({ ...keys, publicKey: newPushKeys().publicKey })).toBe(false);
  expect(isPushPair({ ...keys, privateKey: '' })).toBe(false);
  expect(isPushPair({ ...keys, privateKey: Buffer.alloc(32).toString('base64url') })).toBe(false);
});

test.each([
  '',
  'com',
  'https://push.example.org',
  'http://10.0.0.1:80',
  '127.0.0.1',
  'a.example,,b.example',
])('%j is no list of push services', (list) => {
  expect(readPushServices(list, true)).toBeUndefined();
});

test('a stand-in is a push service only where stand-ins are', () => {
  const list = 'browsers,http://127.0.0.1:3015';
  expect(readPushServices(list, true)).toContain('http://127.0.0.1:3015');
  expect(readPushServices(list, false)).toBeUndefined();
});
