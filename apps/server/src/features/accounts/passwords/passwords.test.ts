import { setTimeout as pause } from 'node:timers/promises';
import { login } from '@giftlane/contract/members/accounts.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { longWorkAtOnce } from '../../../platform/render/threads.ts';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { startShop } from '../../../testing/start-shop.ts';
import {
  decoyHash,
  hashPassword,
  isOutdated,
  knownMember,
  operatorTurn,
  strangerAt,
  type Turn,
  verifyPassword,
} from './passwords.ts';

test('in production a password costs argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('Passw0rd', 'production', operatorTurn);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(hash, 'Passw0rd', operatorTurn)).toBe(true);
  expect(await verifyPassword(hash, 'passw0rd', operatorTurn)).toBe(false);
});

test('of many hashes at once a few are made, some wait, and the rest is refused', async () => {
  const asked = Array.from({ length: 200 }, () => hashPassword('Passw0rd', 'least', operatorTurn));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(200 - longWorkAtOnce - 64);
  expect(refused[0]).toMatchObject({ reason: { code: 'request.throttled' } });
});

test('a flood from many networks keeps out neither who is known nor a network that asks once', async () => {
  const tried = (turn: Turn) => verifyPassword(decoyHash('least'), 'Wrong-1', turn);
  const flood = Array.from({ length: 300 }, (_, i) =>
    tried(strangerAt(`2001:db8:${i % 40}:${i.toString(16)}::1`)),
  );
  const honest = [tried(knownMember('mem_anna')), tried(strangerAt('192.0.2.7'))];
  const outcomes = await Promise.allSettled(flood);
  expect(await Promise.all(honest)).toEqual([false, false]);
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(200);
});

test('signing in with a known browser gets through while strangers have every place', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const body = { sEmail: anna.email, sPassword: testPassword };
  const first = await shop.call(login, { body });
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  let flooding = true;
  const flood = Array.from({ length: 100 }, async (_, i) => {
    while (flooding)
      await verifyPassword(
        decoyHash('production'),
        'Wrong-1',
        strangerAt(`2001:db8:${i.toString(16)}::1`),
      ).catch(() => pause(2));
  });
  const known = await shop.call(login, { body, headers: { cookie } });
  flooding = false;
  await Promise.all(flood);
  expect(known.status).toBe(200);
});

test('no password fits a decoy, which has the cost of a real hash', async () => {
  const decoy = decoyHash('least');
  expect(await verifyPassword(decoy, 'Passw0rd', operatorTurn)).toBe(false);
  expect(isOutdated(decoy, 'least')).toBe(false);
});

test('a password is the same however its letters were composed', async () => {
  const hash = await hashPassword('Z\u00fcrich-1', 'least', operatorTurn);
  expect(await verifyPassword(hash, 'Zu\u0308rich-1', operatorTurn)).toBe(true);
});

longTest('signing in renews a hash of another cost', async () => {
  const shop = await startShop({ working: false, env: { PASSWORD_COST: 'production' } });
  const anna = await makeMember(shop);
  const hashes = () =>
    shop.db.one(sql<{ hash: string }>`select password_hash as hash from members`);
  expect(isOutdated((await hashes()).hash, 'production')).toBe(true);
  const body = { sEmail: anna.email, sPassword: testPassword };
  expect((await shop.call(login, { body })).status).toBe(200);
  expect(isOutdated((await hashes()).hash, 'production')).toBe(false);
  expect((await shop.call(login, { body })).status).toBe(200);
});
