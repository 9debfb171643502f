/** A new key takes the place of an old one, step by step, while processes have them in different orders. */
import { globSync, readFileSync } from 'node:fs';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { expect, test } from 'vitest';
import { runCli, tempFolder } from '../cli/run.testing.ts';
import { newMemberTotp } from '../features/accounts/factors/totp.ts';
import { addImport } from '../features/imports/imports.ts';
import { submissionOf } from '../features/kyc/applicants.testing.ts';
import { putPiece } from '../features/mydata/copy-files.ts';
import { addOperator, addReadyOperators } from '../features/operators/operators.ts';
import { sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { makeLog } from '../platform/process/log.ts';
import { requireKeys } from '../platform/secrets/key-checks.ts';
import { resealAll } from '../platform/secrets/reseal.ts';
import { keyRing } from '../platform/secrets/secrets.ts';
import { keyStates, markDropped, noteSealing, walks } from '../platform/secrets/walk-queries.ts';
import { loadCodes, makeCard, makeMember } from '../testing/builders.ts';
import { envOf, runProgram } from '../testing/process.ts';
import { startShop, type TestShop } from '../testing/start-shop.ts';
import { placesOf } from './sealed.ts';

const second = `2:${Buffer.alloc(32, 2).toString('base64')}`;

/** A row or file of each place, under key 1; 503 codes, so that they take two batches. */
async function filledShop() {
  const shop = await startShop({ working: false });
  const { db, files } = shop;
  const { keys } = shop.config;
  const card = await makeCard(shop, { codes: 503 });
  const anna = await makeMember(shop);
  await shop.call(updateKyc, { token: anna.token, body: await submissionOf(shop, anna) });
  const { sealed } = newMemberTotp(keys, anna.id, 'anna');
  await db.run(
    sql`insert into totp_factors (member_id, secret, owned) values (${anna.id}, ${sealed}, true)`,
  );
  await db.tx(async (tx) => {
    await addOperator(tx, keys, { email: 'olga@example.com', role: 'owner' });
    const otto = { email: 'otto@example.com', name: 'Otto', role: 'owner' } as const;
    await addReadyOperators(tx, keys, [otto], { password: 'x', cost: 'least', secret: 'ABCD' });
  });
  const { id: operatorId } = await db.one(sql<{ id: string }>`select id from operators limit 1`);
  const sheet = {
    kind: 'codes',
    name: 'x.csv',
    bytes: Buffer.from('code\nA\n'),
    operatorId,
  } as const;
  await addImport({ db, keys }, sheet);
  await putPiece({ files, keys }, { id: 'dex_1', attempt: 1 }, 0, Buffer.from('a copy'));
  await db.run(sql`
    insert into data_exports (id, member_id, state, attempt, parts, ready_at, ends_at)
    values ('dex_1', ${anna.id}, 'ready', 1, 1, app_now(), app_now() + interval '1 day')`);
  return { shop, card };
}

/** Rows of each place by the number of their key, each decrypted. */
async function rowsByKey({ db, files }: TestShop, ring: string) {
  const keys = keyRing(ring);
  const found: Record<string, Record<number, number>> = {};
  for (const place of placesOf(files)) {
    const rows: Record<number, number> = {};
    for (const { sealed, identity } of await place.rows(db, 10_000, { after: '' })) {
      if (!sealed) throw new Error(`${place.name}: a file is missing`);
      keys.openBytes(sealed, identity);
      rows[sealed[0] ?? 0] = (rows[sealed[0] ?? 0] ?? 0) + 1;
    }
    found[place.name] = rows;
  }
  return found;
}

const counts = {
  code: 503,
  identity: 1,
  'authenticator app of member': 1,
  'authenticator app of operator': 1,
  'invitation of operator': 1,
  'imported sheet': 1,
  picture: 4,
  'copy of data': 1,
};
const allUnder = (key: number) =>
  Object.fromEntries(Object.entries(counts).map(([name, rows]) => [name, { [key]: rows }]));

test('each file of the sources that encrypts is named in the register of places, and no other', () => {
  const features = new URL('../features/', import.meta.url).pathname;
  const found = globSync('**/*.ts', { cwd: features }).filter(
    (file) =>
      !/\.(test|testing)\.ts$/.test(file) &&
      /\.seal\(|\bnewTotp\(/.test(readFileSync(features + file, 'utf8')),
  );
  const named = placesOf({ open: {}, closed: {} } as never).flatMap(({ by }) => by);
  expect(found.sort()).toEqual(named.sort());
});

test('a change of keys in four steps: everything is encrypted anew, beside a process with the old order, and the old key goes', async () => {
  const { shop, card } = await filledShop();
  const { db, files, log } = shop;
  const first = envOf(shop).ENCRYPTION_KEYS ?? '';
  const [older, newer] = [`${first},${second}`, `${second},${first}`];
  const start = (ring: string, given?: string) =>
    requireKeys(db, { keys: keyRing(ring, given), wishKey: Buffer.alloc(0) }, { note: true });
  const turn = (ring: string) =>
    resealAll({ db, keys: keyRing(ring), places: placesOf(files), log });
  const cli = (ring: string, ...words: string[]) =>
    runCli(words, { ...envOf(shop), DATA_DIR: shop.config.dataDir, ENCRYPTION_KEYS: ring });
  await start(first);
  // 1: known, not first. Processes that do not know it yet may start again.
  await start(older);
  await start(first);
  await turn(older);
  expect(await rowsByKey(shop, first)).toEqual(allUnder(1));
  // 2: first in one process, while another still has the old order.
  await start(newer);
  await expect(start(first)).rejects.toThrow('key 2, which this database');
  await Promise.all([turn(newer), turn(older), turn(newer)]);
  expect(await rowsByKey(shop, newer)).toEqual(allUnder(2));
  // The process with the old order writes on.
  await start(older);
  await loadCodes({ ...shop, config: { ...shop.config, keys: keyRing(older) } }, card.id, 2);
  expect((await cli(newer, 'keys', 'drop', '1')).stderr).toContain(
    'a process had it in front within ten minutes: key 1: processes encrypt with it',
  );
  // 3: it is gone; what it wrote is found by one more walk.
  await shop.moveClock(minutes(11));
  const refused = await cli(newer, 'keys', 'drop', '1');
  expect(refused.stderr).toContain('FINGERPRINT_KEY is derived from it');
  expect(refused.stderr).toContain('code: 2 under key 1; to key 2 to be read once more: 503 read');
  await turn(newer);
  expect(await walks(db)).toEqual(
    Object.keys(counts)
      .sort()
      .map((place) => expect.objectContaining({ place, clean: true, failed: 0 })),
  );
  expect((await cli(newer, 'keys', 'status')).stdout).toContain(
    'code: 505 under key 2; to key 2 done',
  );
  // 4: the key of fingerprints is kept apart, and the old key goes.
  const folder = await tempFolder();
  expect((await cli(newer, 'keys', 'fingerprint', `${folder}/key`)).code).toBe(0);
  const given = readFileSync(`${folder}/key`, 'utf8').trim().split('=').slice(1).join('=');
  const env = { ...envOf(shop), DATA_DIR: shop.config.dataDir, FINGERPRINT_KEY: given };
  const drop = () => runCli(['keys', 'drop', '1'], { ...env, ENCRYPTION_KEYS: newer });
  // Seen after the command has read all of it.
  expect(await markDropped(db, 2)).toBe(false);
  expect(await drop()).toMatchObject({ code: 0 });
  await expect(start(older)).rejects.toThrow('key 1 was dropped, and can not be the first one');
  await expect(start(second)).rejects.toThrow('FINGERPRINT_KEY is not set, and the key it was');
  await expect(start(second, Buffer.alloc(64).toString('base64'))).rejects.toThrow(
    'FINGERPRINT_KEY: it is not the key',
  );
  await start(second, given);
  await start(newer);
  expect(keyRing(second, given).fingerprint('A')).toEqual(shop.config.keys.fingerprint('A'));
  expect(keyRing(second, given).publicKey).toBe(shop.config.keys.publicKey);
  const server = runProgram('main.ts', { env: { ...env, ENCRYPTION_KEYS: second, PORT: '0' } });
  expect((await fetch(`${await server.started()}/readyz`)).status).toBe(200);
});

test('a key that was dropped is there again once a process is seen to encrypt with it', async () => {
  const shop = await startShop({ working: false });
  const { db } = shop;
  const ring = keyRing(`${second},${envOf(shop).ENCRYPTION_KEYS}`);
  await requireKeys(db, { keys: ring, wishKey: Buffer.alloc(0) }, { note: true });
  await db.run(sql`update key_checks set dropped_at = app_now() where name = 'ENCRYPTION_KEYS 1'`);
  await noteSealing(db, 1);
  expect(await keyStates(db)).toContainEqual(
    expect.objectContaining({ number: 1, inUse: true, droppedAt: null }),
  );
});

test('a shop whose key of fingerprints was always derived takes no other one', async () => {
  const shop = await startShop({ working: false });
  const { db } = shop;
  const ring = envOf(shop).ENCRYPTION_KEYS ?? '';
  const { digests, fingerprints } = keyRing(ring);
  // As a release has left it that noted none.
  await db.run(sql`
    insert into key_checks (name, digest, sealed_at) values ('ENCRYPTION_KEYS 1', ${digests[0]?.digest}, app_now())`);
  const start = (given: string) =>
    requireKeys(db, { keys: keyRing(ring, given), wishKey: Buffer.alloc(0) }, { note: true });
  await expect(start(Buffer.alloc(64).toString('base64'))).rejects.toThrow('FINGERPRINT_KEY');
  await start(fingerprints.text());
});

test('what can not be decrypted stays, is counted, and keeps the old key', async () => {
  const shop = await startShop({ working: false });
  await makeCard(shop, { codes: 3 });
  const first = envOf(shop).ENCRYPTION_KEYS ?? '';
  await requireKeys(shop.db, { keys: keyRing(first), wishKey: Buffer.alloc(0) }, { note: true });
  await shop.db.run(sql`
    update codes set content = set_byte(content, 20, get_byte(content, 20) # 1) where id = (select min(id) from codes)`);
  const keys = keyRing(`${second},${first}`);
  const parts = { db: shop.db, keys, places: placesOf(shop.files), log: makeLog('silent') };
  const stop = new AbortController();
  stop.abort();
  await resealAll(parts, stop.signal);
  expect(await walks(shop.db)).toEqual([]);
  await resealAll(parts);
  expect((await walks(shop.db)).find(({ place }) => place === 'code')).toMatchObject({
    seen: 3,
    changed: 2,
    failed: 1,
    ended: true,
    clean: false,
  });
});
