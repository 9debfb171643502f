/** Bringing a database up to date that others use. */

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from './cli/run.testing.ts';
import { sql } from './platform/db/db.ts';
import { migrate, missingMigrations } from './platform/db/migrate.ts';
import { type Patience, TableInUse } from './platform/db/table-locks.ts';
import { StartRefused } from './platform/process/ending.ts';
import { makeCard } from './testing/builders.ts';
import { longTest } from './testing/long.ts';
import { envOf, runProgram } from './testing/process.ts';
import { startShop } from './testing/start-shop.ts';

const name = '9000_reads_by_operator.sql';

/** The migrations there are, and another one. */
async function withAnother(): Promise<URL> {
  const folder = await tempFolder();
  await cp(new URL('../sql/', import.meta.url), folder, { recursive: true });
  await writeFile(join(folder, name), 'create index reads_by_operator on upload_reads (operator)');
  return pathToFileURL(`${folder}/`);
}

/** A shop that lacks a migration, and a transaction that uses the table it changes until `end`. */
async function inUse() {
  const shop = await startShop({ working: false });
  const folder = await withAnother();
  const held = Promise.withResolvers<number>();
  const end = Promise.withResolvers<void>();
  const using = shop.db.tx(async (tx) => {
    await tx.run(sql`lock table upload_reads in row exclusive mode`);
    held.resolve((await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid);
    await end.promise;
  });
  return {
    shop,
    migrate: (patience: Patience) => migrate(shop.owner, patience, { folder }),
    pid: await held.promise,
    async end() {
      end.resolve();
      await using;
    },
  };
}

longTest(
  'a table that stays in use is not waited for without end: who uses it is said',
  async () => {
    const { shop, migrate, pid, end } = await inUse();
    const failure = await migrate({ log: shop.log, waitMs: 1_000, tries: 2 }).catch(
      (error: unknown) => error,
    );
    await end();
    expect(failure).toBeInstanceOf(TableInUse);
    const [since] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(String(failure)) ?? [];
    expect(String(failure)).toBe(
      `Error: The database can not be brought up to date: sql/${name} waits for a table that is in use by ` +
        `process ${pid} of the database (giftlane, in a transaction since ${since}). ` +
        'End that, or start again later.',
    );
    expect(await migrate({ log: shop.log, waitMs: 200, tries: 2 })).toEqual([name]);
  },
);

test('what comes after each migration is done before the next one, which may fail', async () => {
  const { owner, log } = await startShop({ working: false });
  const folder = await withAnother();
  await writeFile(new URL('9999_broken.sql', folder), 'select 1 / 0');
  let times = 0;
  const afterEach = async () => {
    times += 1;
  };
  const patience = { log, waitMs: 1_000, tries: 1 };
  await expect(migrate(owner, patience, { folder, afterEach })).rejects.toThrow('division');
  expect(times).toBe(1);
});

test('a table that is in use for a while is changed afterwards', async () => {
  const { shop, migrate, end } = await inUse();
  const told = Promise.withResolvers<void>();
  const log = Object.assign(Object.create(shop.log), { warn: () => told.resolve() });
  const migrating = migrate({ log, waitMs: 200, tries: 100 });
  await told.promise;
  await end();
  expect(await migrating).toEqual([name]);
});

test('a database whose migrations are numbered otherwise is refused in words, and left as it was', async () => {
  const shop = await startShop({ working: false });
  await makeCard(shop, { codes: 1 });
  const before = '0001_clock_and_outbox.sql';
  await shop.owner.run(sql`
    update schema_migrations set name = ${before} where name like '0001%'`);
  const words = new RegExp(`has sql/${before}, which this one does not know. Nothing was changed`);
  const migrating = migrate(shop.owner, { log: shop.log, waitMs: 200, tries: 1 });
  await expect(migrating).rejects.toBeInstanceOf(StartRefused);
  await expect(migrating).rejects.toThrow(words);
  await expect(missingMigrations(shop.db)).rejects.toThrow(words);
  const { code, stderr } = await runProgram('worker.ts', { env: envOf(shop) }).ended;
  expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  expect(await shop.db.one(sql`select count(*)::int as codes from codes`)).toEqual({ codes: 1 });
});

test('a release that a newer one can not run beside refuses to start on its schema, in words', async () => {
  const shop = await startShop({ working: false });
  await shop.owner.run(sql`update oldest_release set migration = 9001`);
  const { code, stderr } = await runProgram('worker.ts', { env: envOf(shop) }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The database was brought up to date by a newer release, .* one with a migration 9001\. Start that one\.\n$/,
  );
  // It has not put it back.
  const { migration } = await shop.db.one(sql<{ migration: number }>`
    select migration from oldest_release`);
  expect(migration).toBe(9001);
});
