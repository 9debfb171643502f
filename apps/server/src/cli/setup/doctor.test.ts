import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCoinShop, testWords } from '../../features/coins/coins.testing.ts';
import { sql } from '../../platform/db/db.ts';
import { readConfig } from '../../platform/process/config.ts';
import { requireKeys } from '../../platform/secrets/key-checks.ts';
import { readSignerConfig } from '../../signer/config.ts';
import { envOf } from '../../testing/process.ts';
import { nodeEnv } from '../../testing/sandbox-env.ts';
import { runCli, tempFolder } from '../run.testing.ts';

interface Finding {
  part: string;
  state: string;
  words: string;
}

const doctor = async (env: Record<string, string>) => {
  const { code, stdout } = await runCli(['doctor', '--json'], env);
  const findings: Finding[] = JSON.parse(stdout);
  return { code, findings, not: (state: string) => findings.filter((one) => one.state !== state) };
};

test('doctor finds nothing in a good set-up, and in a bad one names each part that is wrong', async () => {
  const shop = await startCoinShop();
  await requireKeys(
    shop.db,
    { ...shop.config, wishKey: shop.config.coins.wishKey },
    { note: true },
  );
  const env = { ...envOf(shop), ...nodeEnv(shop.sandbox), DATA_DIR: await tempFolder() };
  const { code, findings, not } = await doctor({ ...env, COIN_SEED: testWords });
  // A small disk, and a seed beside the other keys, are no fault of the set-up here.
  expect(not('good').filter(({ part }) => part !== 'disk')).toEqual([
    expect.objectContaining({ part: 'seed', state: 'warning' }),
  ]);
  expect(code).toBe(0);
  expect([...new Set(findings.map(({ part }) => part))].sort()).toEqual(
    [
      'btc node',
      'card payments',
      'clock',
      'coin prices',
      'database',
      'disk',
      'exchange rates',
      'files',
      'keys',
    ]
      .concat(['ltc node', 'mail', 'seed', 'variables'])
      .sort(),
  );

  shop.sandbox.coins.btc.stop();
  await shop.owner.run(sql`delete from schema_migrations where name like '0015%'`);
  const lacking = await doctor(env);
  expect(lacking.not('good')).toContainEqual({
    part: 'database',
    state: 'warning',
    words:
      '1 migrations are missing: npm run shop -- migrate, with DATABASE_OWNER_URL, brings them',
  });
  // The files of this shop are elsewhere.
  await shop.files.place.check();
  const another = new URL(shop.owner.pool.options.connectionString ?? '');
  another.pathname = '/postgres';
  const ill = await doctor({
    ...env,
    DATABASE_REPLICA_URL: another.href,
    DATABASE_DIRECT_URL: shop.db.pool.options.connectionString ?? '',
    DATABASE_URL: shop.owner.pool.options.connectionString ?? '',
    ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 3).toString('base64')}`,
    COIN_SEED: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PAYPAL_CLIENT_SECRET: 'wrong',
    RATES_URL: 'http://127.0.0.1:1',
    DATA_DIR: join(env.DATA_DIR, 'nothing'),
    PAYPAL_CLIENT_SECRT: 'misspelled',
    PATH: '/usr/bin',
    NODE: '/usr/bin/node',
  });
  expect(ill.code).toBe(1);
  const bad = (part: string) =>
    ill.findings
      .filter((one) => one.part === part && one.state === 'bad')
      .map(({ words }) => words);
  expect(bad('keys')).toEqual([
    'ENCRYPTION_KEYS: key 1 is not the key 1 this database was written with',
  ]);
  expect(bad('DATABASE_REPLICA_URL')).toEqual([
    'this is another database than that of DATABASE_URL',
  ]);
  expect(ill.findings).toContainEqual(
    expect.objectContaining({ part: 'DATABASE_DIRECT_URL', state: 'good' }),
  );
  expect(bad('seed')).toHaveLength(2);
  for (const part of ['mail', 'card payments', 'exchange rates', 'btc node', 'disk', 'files'])
    expect([part, bad(part).length]).toEqual([part, 1]);
  const warned = ill.findings.filter(({ state }) => state === 'warning').map(({ words }) => words);
  expect(warned).toContain('PAYPAL_CLIENT_SECRT is no variable of the shop: is it misspelled?');
  expect(warned).toContain('1 migrations are missing: the next start brings them');
  expect(warned).toContainEqual(expect.stringContaining('can switch guards off (it owns tables'));
  expect(warned.filter((words) => /^(PATH|NODE) /.test(words))).toEqual([]);
});

test('doctor says in words what is missing, and that a database does not answer', async () => {
  const bare = await runCli(['doctor'], { NODE_ENV: 'production' });
  expect(bare.code).toBe(1);
  expect(bare.stdout).toMatch(/^bad {6}variables {2}DATABASE_URL is not set/m);
});

test('keys make writes all secrets of production, once, for its owner alone', async () => {
  const file = join(await tempFolder(), 'giftlane.env');
  const made = await runCli(['keys', 'make', file], {});
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  const env = Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm)].map(([, name = '', value]) => [name, value]),
  );
  expect(() => readConfig({ ...env, NODE_ENV: 'production' })).not.toThrow(
    /ENCRYPTION_KEYS|VAPID_P/,
  );
  expect(() => readSignerConfig(env)).not.toThrow(/COIN_SEED|COIN_WISH_KEY/);
  expect(env.METRICS_TOKEN).toMatch(/^[\w-]{43}$/);
  expect(made.stdout).not.toContain(env.COIN_SEED);
  const again = await runCli(['keys', 'make', file], {});
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('is there already');
  expect(await readFile(file, 'utf8')).toBe(text);
});
