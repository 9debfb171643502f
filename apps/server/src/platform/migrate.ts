import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Db, sql } from './db.ts';
import { StartRefused } from './ending.ts';
import { changeTables, type Patience } from './table-locks.ts';

const folder = new URL('../../sql/', import.meta.url);

async function files() {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Held by one process at a time: even `create table if not exists` fails beside another. */
export const migrationLock = `select pg_advisory_xact_lock(hashtext('giftlane migrations'))`;

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * The number of the newest migration of the oldest release that can run beside this one, on this schema. Whoever writes
 * a migration that older processes can not live with raises it.
 */
const oldestBeside = 139;

const numberOf = (name: string) => Number(name.slice(0, 4));

/** Throws `StartRefused` when a newer release, which this one can not run beside, has migrated. */
async function refuseOld(db: Db, newest: string): Promise<void> {
  const { migration } = await db.one(sql<{ migration: number }>`
    select migration from oldest_release`);
  if (numberOf(newest) < migration)
    throw new StartRefused(
      `The database was brought up to date by a newer release, beside which this one can not run: it ends with sql/${newest}, and needed is one with a migration ${migration}. Start that one.`,
    );
}

/** How many of this release's migrations the database lacks. */
export async function missingMigrations(db: Db): Promise<number> {
  const { begun } = await db.one(sql<{ begun: boolean }>`
    select to_regclass('schema_migrations') is not null as begun`);
  const applied = begun
    ? await db.rows(sql<{ name: string }>`select name from schema_migrations`)
    : [];
  const names = new Set(applied.map(({ name }) => name));
  return (await files()).filter(({ name }) => !names.has(name)).length;
}

/** For a role that may not migrate. Throws `StartRefused` unless the owner has brought the database up to date. */
export async function requireMigrated(db: Db): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing > 0)
    throw new StartRefused(
      `The database lacks ${missing} migrations, which the role of DATABASE_URL may not bring: set DATABASE_OWNER_URL to its owner's address, here or for npm run shop -- migrate.`,
    );
  await refuseOld(db, (await files()).at(-1)?.name ?? '');
}

/**
 * Applies the migrations in `sql/` that are missing, each in a transaction of its own, one process at a
 * time. Throws when an applied file was changed afterwards, `TableInUse` and `StartRefused`. Answers the names it applied.
 */
export async function migrate(db: Db, patience: Patience): Promise<string[]> {
  await db.script(`begin;
    ${migrationLock};
    create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now());
    commit;`);
  const applied = new Map(
    (
      await db.rows(sql<{ name: string; hash: string }>`select name, hash from schema_migrations`)
    ).map(({ name, hash }) => [name, hash]),
  );
  const done: string[] = [];
  const own = await files();
  for (const { name, text, hash } of own) {
    const before = applied.get(name);
    if (before !== undefined && before !== hash)
      throw new Error(`sql/${name} was changed after it was applied; add a new file instead`);
    if (before !== undefined) continue;
    // The insert fails when another process was faster; the lock makes it wait instead of clash.
    const script = `begin;
      ${migrationLock};
      set local lock_timeout = ${patience.waitMs};
      do $outer$ begin
        if not exists (select 1 from schema_migrations where name = ${quote(name)}) then
          execute ${quote(text)};
          insert into schema_migrations (name, hash) values (${quote(name)}, ${quote(hash)});
        end if;
      end $outer$;
      commit;`;
    await changeTables(db, { ...patience, what: `sql/${name}` }, () => db.script(script)).catch(
      (error: unknown) => {
        // Raised by the migration itself, in words.
        const isRaised = error instanceof Error && Reflect.get(error, 'code') === 'P0001';
        throw isRaised ? new StartRefused(error.message) : error;
      },
    );
    done.push(name);
  }
  await db.run(sql`
    update oldest_release set migration = greatest(migration, ${oldestBeside}::int)`);
  await refuseOld(db, own.at(-1)?.name ?? '');
  return done;
}
