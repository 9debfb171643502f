import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { StartRefused } from '../process/ending.ts';
import { type Db, sql } from './db.ts';
import { changeTables, type Patience } from './table-locks.ts';

const ownFolder = new URL('../../../sql/', import.meta.url);

async function files(folder: URL) {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Advisory lock of migrations: even `create table if not exists` fails when run twice at once. */
export const migrationLock = `select pg_advisory_xact_lock(hashtext('giftlane migrations'))`;

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * The number of the newest migration of the oldest release that can run beside this one, on this schema. Raise it with
 * a migration that older processes can not run on.
 */
const oldestBeside = 15;

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

type Files = Awaited<ReturnType<typeof files>>;

/**
 * The hashes of the files that were applied, by name. Throws `StartRefused` where one of them is no file of this release:
 * another schema can not be changed into this one. Files of a newer release have higher numbers; they are for `refuseOld`.
 */
async function appliedOf(db: Db, own: Files): Promise<Map<string, string>> {
  const applied = await db.rows(
    sql<{ name: string; hash: string }>`select name, hash from schema_migrations order by name`,
  );
  const names = new Set(own.map(({ name }) => name));
  const newest = numberOf(own.at(-1)?.name ?? '');
  const foreign = applied.find(({ name }) => !names.has(name) && numberOf(name) <= newest);
  if (foreign)
    throw new StartRefused(
      `The database was made by another line of releases: it has sql/${foreign.name}, which this one does not know. Nothing was changed. Go back to the release that made it, or start with an empty database and an empty DATA_DIR.`,
    );
  return new Map(applied.map(({ name, hash }) => [name, hash]));
}

/** How many of this release's migrations the database lacks. Throws `StartRefused`. */
export async function missingMigrations(db: Db): Promise<number> {
  const own = await files(ownFolder);
  const { begun } = await db.one(sql<{ begun: boolean }>`
    select to_regclass('schema_migrations') is not null as begun`);
  const applied = begun ? await appliedOf(db, own) : new Map();
  return own.filter(({ name }) => !applied.has(name)).length;
}

/** For a role that may not migrate. Throws `StartRefused` unless the owner has brought the database up to date. */
export async function requireMigrated(db: Db): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing > 0)
    throw new StartRefused(
      `The database lacks ${missing} migrations, which the role of DATABASE_URL may not bring: set DATABASE_OWNER_URL to its owner's address, here or for npm run shop -- migrate.`,
    );
  await refuseOld(db, (await files(ownFolder)).at(-1)?.name ?? '');
}

/**
 * Applies the migrations in `sql/` that are missing, each in a transaction of its own, one process at a
 * time, with `afterEach` after each of them. Throws when an applied file was changed afterwards, `TableInUse` and `StartRefused`. Answers the names it applied.
 */
export async function migrate(
  db: Db,
  patience: Patience,
  { folder = ownFolder, afterEach }: { folder?: URL; afterEach?: () => Promise<void> } = {},
): Promise<string[]> {
  await db.script(`begin;
    ${migrationLock};
    create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now());
    commit;`);
  const own = await files(folder);
  const applied = await appliedOf(db, own);
  const done: string[] = [];
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
    await changeTables(db, { ...patience, what: `sql/${name}` }, () => db.script(script));
    await afterEach?.();
    done.push(name);
  }
  await db.run(sql`
    update oldest_release set migration = greatest(migration, ${oldestBeside}::int)`);
  await refuseOld(db, own.at(-1)?.name ?? '');
  return done;
}
