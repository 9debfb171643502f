import { expect, test } from 'vitest';
import { readPushServices } from '../../../platform/secrets/push-keys.ts';
import { isAllowed } from './services.ts';

const services = readPushServices('browsers, push.example.org,http://127.0.0.1:3015', true) ?? [];

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
  'https://push.example.org/x',
  'http://127.0.0.1:3015/push/x',
])('messages go to %s', (endpoint) => {
  expect(isAllowed(endpoint, services)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://push.apple.com/x',
  'https://evilpush.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:3016/push/x',
  'http://127.0.0.1:3015@evil.example/x',
  'file:///etc/passwd',
  'not an address',
])('none goes to %s', (endpoint) => {
  expect(isAllowed(endpoint, services)).toBe(false);
});
