import { login } from '@giftlane/contract/accounts.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { makeMember, testPassword } from '../../testing/builders.ts';
import { startShop } from '../../testing/start-shop.ts';
import { decoyHash, hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { makeSlots } from './slots.ts';

test('in production a password costs argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('Passw0rd', 'production');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(hash, 'Passw0rd')).toBe(true);
  expect(await verifyPassword(hash, 'passw0rd')).toBe(false);
});

test('no password fits a decoy, which has the cost of a real hash', async () => {
  const decoy = decoyHash('least');
  expect(await verifyPassword(decoy, 'Passw0rd')).toBe(false);
  expect(isOutdated(decoy, 'least')).toBe(false);
});

test('a password is the same however its letters were composed', async () => {
  const hash = await hashPassword('Z\u00fcrich-1', 'least');
  expect(await verifyPassword(hash, 'Zu\u0308rich-1')).toBe(true);
});

test('signing in renews a hash of another cost', async () => {
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

test('slots run as many works at once as there are, the rest in the order they came', async () => {
  const inSlot = makeSlots({ slots: 2, waiting: 10 });
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 8 }, (_, i) =>
    inSlot(async () => {
      began.push(i);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    }),
  );
  await Promise.all(works);
  expect(most).toBe(2);
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('beyond the queue a work is refused for a second, and a failed one frees its slot', async () => {
  const inSlot = makeSlots({ slots: 1, waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const failing = inSlot(async () => {
    await promise;
    throw new Error('on purpose');
  });
  const waiting = inSlot(async () => 'done');
  const refused = inSlot(async () => 'never');
  await expect(refused).rejects.toMatchObject({
    code: 'request.throttled',
    facts: { retryAfterSeconds: 1 },
  });
  resolve();
  await expect(failing).rejects.toThrow('on purpose');
  expect(await waiting).toBe('done');
  expect(await inSlot(async () => 'free again')).toBe('free again');
});
