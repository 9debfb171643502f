/** Bringing a database up to date that others use. */

import { expect, test } from 'vitest';
import { sql } from './platform/db.ts';
import { StartRefused } from './platform/ending.ts';
import { migrate, missingMigrations } from './platform/migrate.ts';
import { TableInUse } from './platform/table-locks.ts';
import { makeCard } from './testing/builders.ts';
import { longTest } from './testing/long.ts';
import { envOf, runProgram } from './testing/process.ts';
import { startShop } from './testing/start-shop.ts';

const name = '0037_looks_by_picture.sql';

/** A shop that lacks a migration, and a transaction that uses the table it changes until `end`. */
async function inUse() {
  const shop = await startShop({ working: false });
  await shop.owner.run(sql`drop index upload_reads_path`);
  await shop.owner.run(sql`delete from schema_migrations where name = ${name}`);
  const held = Promise.withResolvers<number>();
  const end = Promise.withResolvers<void>();
  const using = shop.db.tx(async (tx) => {
    await tx.run(sql`lock table upload_reads in row exclusive mode`);
    held.resolve((await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid);
    await end.promise;
  });
  return {
    shop,
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
    const { shop, pid, end } = await inUse();
    const failure = await migrate(shop.owner, { log: shop.log, waitMs: 1_000, tries: 2 }).catch(
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
    expect(await migrate(shop.owner, { log: shop.log, waitMs: 200, tries: 2 })).toEqual([name]);
  },
);

test('a table that is in use for a while is changed afterwards', async () => {
  const { shop, end } = await inUse();
  const told = Promise.withResolvers<void>();
  const log = Object.assign(Object.create(shop.log), { warn: () => told.resolve() });
  const migrating = migrate(shop.owner, { log, waitMs: 200, tries: 100 });
  await told.promise;
  await end();
  expect(await migrating).toEqual([name]);
});

test('a database whose codes this release can not open is refused in words, and left as it was', async () => {
  const shop = await startShop({ working: false });
  const name = '0139_tags_of_wallets.sql';
  const lacking = sql`delete from schema_migrations where name = ${name}`;
  await makeCard(shop, { codes: 1 });
  await shop.owner.run(lacking);
  const migrating = migrate(shop.owner, { log: shop.log, waitMs: 200, tries: 1 });
  await expect(migrating).rejects.toBeInstanceOf(StartRefused);
  await expect(migrating).rejects.toThrow('made by a commit before the first release');
  expect(await missingMigrations(shop.db)).toBe(1);
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
