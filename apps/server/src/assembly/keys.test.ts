import { expect, test } from 'vitest';
import { runCli } from '../cli/run.testing.ts';
import { sql } from '../platform/db/db.ts';
import { requireKeys } from '../platform/secrets/key-checks.ts';
import { keyRing } from '../platform/secrets/secrets.ts';
import { makeCard } from '../testing/builders.ts';
import { envOf, runProgram } from '../testing/process.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';

const keyOf = (n: number) => Buffer.alloc(32, n).toString('base64');
const none = Buffer.alloc(0);
const notThis = (n: number) =>
  `ENCRYPTION_KEYS: key ${n} is not the key ${n} this database was written with`;

const need = (shop: TestShop, ring: string, note = true) =>
  requireKeys(shop.db, { keys: keyRing(ring), wishKey: none }, { note });

test('a key that is not the one the database was written with is refused by its number', async () => {
  const shop = await startShop({ working: false });
  await need(shop, `1:${keyOf(1)}`);
  await need(shop, `1:${keyOf(1)}`);
  await expect(need(shop, `1:${keyOf(2)}`)).rejects.toThrow(notThis(1));
  // A new key in front of it is taken, from then on it has to be there.
  await need(shop, `2:${keyOf(2)},1:${keyOf(1)}`);
  await expect(need(shop, `1:${keyOf(1)}`)).rejects.toThrow(
    'ENCRYPTION_KEYS: key 2, which this database was written with, is not among them',
  );
  await expect(need(shop, `2:${keyOf(3)},1:${keyOf(1)}`)).rejects.toThrow(notThis(2));
  await expect(need(shop, `2:${keyOf(2)}`)).rejects.toThrow('key 1, which this database');
  // It would make other fingerprints: codes that are there would be taken for new ones.
  await expect(need(shop, `2:${keyOf(2)},1:${keyOf(1)},0:${keyOf(0)}`)).rejects.toThrow(
    'ENCRYPTION_KEYS: a new key needs a higher number than those before, and 0 is not',
  );
  const wish = (n: number) =>
    requireKeys(shop.db, { wishKey: Buffer.alloc(32, n) }, { note: true });
  await wish(1);
  await expect(wish(2)).rejects.toThrow('COIN_WISH_KEY: it is not the key');
});

test('whoever only looks notes no key, and who is refused notes none either', async () => {
  const shop = await startShop({ working: false });
  const noted = () => shop.db.rows(sql<{ name: string }>`select name from key_checks`);
  await need(shop, `1:${keyOf(1)}`, false);
  expect(await noted()).toEqual([]);
  await need(shop, `1:${keyOf(1)}`);
  const before = await noted();
  await expect(need(shop, `2:${keyOf(2)},1:${keyOf(3)}`)).rejects.toThrow(notThis(1));
  expect(await noted()).toEqual(before);
});

test('of processes that begin with different keys at once only those with one of them begin', async () => {
  const shop = await startShop({ working: false });
  const begun = await Promise.allSettled([1, 2, 3, 4].map((n) => need(shop, `1:${keyOf(n)}`)));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('server, worker and command line refuse keys of another database, in words', async () => {
  const shop = await startShop({ working: false });
  await need(shop, `1:${keyOf(7)}`);
  const card = await makeCard(shop, { codes: 0 });
  const env = { ...envOf(shop), ENCRYPTION_KEYS: `1:${keyOf(8)}` };
  for (const program of ['main.ts', 'worker.ts']) {
    const { code, stderr } = await runProgram(program, { env }).ended;
    expect(code).toBe(1);
    expect(stderr).toBe(`The configuration is not usable:\n  ${notThis(1)}\n`);
  }
  for (const words of [
    ['stock', 'level', '--card', card.id],
    ['ledger', 'verify'],
  ]) {
    const { code, stderr } = await runCli(words, env);
    expect(code).toBe(1);
    expect(stderr).toContain(notThis(1));
  }
});

test('ledger verify opens a sample of what is encrypted, and names what it can not open', async () => {
  const shop = await startShop({ working: false });
  await makeCard(shop, { codes: 10 });
  const verify = () => runCli(['ledger', 'verify'], envOf(shop));
  expect(await verify()).toMatchObject({ code: 0 });
  // As after keys were mixed up before digests of them were kept.
  const { id } = await shop.db.one(sql<{ id: bigint }>`
    update codes set content = ${keyRing(`1:${keyOf(9)}`).seal('a code', 'elsewhere')}
    where id = (select max(id) from codes) returning id`);
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain(
    `what is encrypted can be opened: code ${id} can not be opened with key 1`,
  );
});
