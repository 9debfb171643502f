/** What whoever has the shop's connection to the database, and no keys, can not do with it. */

import { expect, inject, onTestFinished, test } from 'vitest';
import { prepareDatabase } from '../assembly/database.ts';
import { connect, type Db, sql } from '../platform/db/db.ts';
import { givenRights, readRights, readRole } from '../platform/db/rights.ts';
import { StartRefused } from '../platform/process/ending.ts';
import { type Log, makeLog } from '../platform/process/log.ts';
import { type Addresses, cloneDatabase } from '../testing/databases.ts';
import { shopForAll, startShop } from '../testing/start-shop.ts';

const shop = shopForAll({ working: false });

/** The code of what PostgreSQL refuses a script with; undefined when it runs. */
const refused = (db: Db, script: string): Promise<unknown> =>
  db.script(script).then(
    () => undefined,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );

const history = [
  'ledger_journals',
  'ledger_postings',
  'ledger_movements',
  'ledger_accounts',
  'ledger_seals',
  'ledger_tree',
  'ledger_eras',
  'code_reveals',
  'audit_entries',
  'coin_transfer_events',
  'transfers',
];

const attacks: [deed: string, script: string][] = [
  ...history.flatMap((table): [string, string][] => [
    [`deletes ${table}`, `delete from ${table}`],
    [`truncates ${table}`, `truncate ${table} cascade`],
    [`switches the guards of ${table} off`, `alter table ${table} disable trigger user`],
    [`drops ${table}`, `drop table ${table} cascade`],
  ]),
  ['rewrites postings', 'update ledger_postings set amount = 1'],
  ['rewrites a journal', "update ledger_journals set kind = 'buy'"],
  ['locks a posting as for a change', 'select 1 from ledger_postings for update'],
  ['makes a movement', 'insert into ledger_movements default values'],
  ['moves a balance', 'update ledger_balances set balance = 1'],
  ['switches one guard off', 'alter table orders disable trigger orders_edges'],
  ['drops a guard', 'drop trigger orders_edges on orders'],
  ['renames a table', 'alter table members rename to others'],
  [
    'drops a constraint',
    'alter table ledger_balances drop constraint ledger_balances_not_negative',
  ],
  ['drops a column', 'alter table members drop column frozen_at'],
  ['drops an index', 'drop index ledger_postings_account'],
  [
    'adds a trigger',
    'create trigger more before insert on orders execute function history_refuse_loss()',
  ],
  [
    'replaces a guard',
    'create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  ],
  ['alters a guard', 'alter function ledger_check_postings() set search_path = pg_temp'],
  ['drops a guard function', 'drop function ledger_guard_balance() cascade'],
  ['replaces a view', 'create or replace view order_heads as select 1 as id'],
  ['makes a table', 'create table mine (id int)'],
  ['makes a table in the place of a real one', 'create temporary table ledger_balances (id int)'],
  ['makes a function', 'create function mine() returns int language sql as $$ select 1 $$'],
  [
    'makes a function that nobody sees',
    'create function pg_temp.mine() returns int language sql as $$ select 1 $$',
  ],
  ['makes a schema', 'create schema mine'],
  ['makes an event trigger', 'create event trigger mine on ddl_command_end execute function now()'],
  ['plays a replica', 'set session_replication_role = replica'],
  ['marks a migration as done', "insert into schema_migrations values ('9999_x.sql', '')"],
  ['forgets a migration', 'delete from schema_migrations'],
  ['rewrites a migration', "update schema_migrations set hash = ''"],
  ['locks older releases out', 'update oldest_release set migration = 9999'],
  ['takes journals back to used numbers', "select setval('ledger_journals_id_seq', 1)"],
  [
    'grants itself a right and uses it',
    'grant update on ledger_postings to current_user; update ledger_postings set amount = 1',
  ],
  ['makes a role', 'create role mine'],
  ['makes itself more', 'alter role current_user createrole'],
  ['takes a table', 'alter table members owner to current_user'],
  ['alters the database', 'alter database postgres set session_replication_role = replica'],
  ['runs a program', "copy members to program 'cat'"],
  ['reads a file', "select pg_read_file('PG_VERSION')"],
];

test.each(attacks)(
  'whoever has the connection of the shop: %s, and is refused',
  async (_, script) => {
    expect(await refused(shop().db, script)).toBe('42501');
  },
);

test('the owner of the database is nobody that the shop can become', async () => {
  const { name } = await readRole(shop().owner);
  for (const way of ['set role', 'set session authorization'])
    expect(await refused(shop().db, `${way} "${name}"`)).toBe('42501');
  expect(await refused(shop().db, `grant "${name}" to current_user`)).toBe('42501');
});

test('a definer function can not be called with tables of another place', async () => {
  const found = await shop().db.rows(sql<{ name: string; config: string[] | null }>`
    select proname as name, proconfig as config from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace order by proname`);
  expect(found.map(({ name }) => name)).toEqual([
    'ledger_check_postings',
    'ledger_follow_ids',
    'ledger_hold_journals',
    'ledger_note_movements',
  ]);
  for (const { config } of found) expect(config).toContain('search_path=public, pg_temp');
});

test('every table, view and sequence has its line, and the role of the shop has just those rights', async () => {
  const { db, owner } = await startShop({ working: false });
  const { name, excess } = await readRole(db);
  expect(excess).toBe('');
  const given = await givenRights(owner, name);
  const lines = await readRights();
  given.delete('test_clock');
  const sequences = await db.rows(sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace`);
  for (const sequence of sequences)
    if (given.get(sequence.name) === '') given.delete(sequence.name);
  const advice = 'a new table, view or sequence gets its line in sql/rights.txt';
  expect([...lines.keys()].sort(), advice).toEqual([...given.keys()].sort());
});

test('what was granted beside the list is taken back by the next start, and what is missing is given', async () => {
  const { drop, ...database } = await cloneDatabase(inject('server'));
  onTestFinished(drop);
  const owner = connect(database.ownerUrl, { max: 1, log: makeLog('silent') });
  const name = new URL(database.url).username;
  const before = await givenRights(owner, name);
  await owner.script(`grant truncate, trigger on orders to ${name};
    grant update on ledger_postings to ${name}; revoke insert on members from ${name};
    grant temporary on database ${new URL(database.url).pathname.slice(1)} to public`);
  await prepareDatabase(database, makeLog('silent'));
  expect(await givenRights(owner, name)).toEqual(before);
  await owner.close();
  const db = connect(database.url, { max: 1, log: makeLog('silent') });
  expect((await readRole(db)).excess).toBe('');
  await db.close();
});

/** A log that keeps its warnings. */
function listening(): { log: Log; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (words: string) => void warnings.push(words);
  return { log: Object.assign(Object.create(makeLog('silent')), { warn }), warnings };
}

async function emptyDatabase(): Promise<Addresses> {
  const { drop, ...database } = await cloneDatabase(inject('server'), 'template0');
  onTestFinished(drop);
  return database;
}

test('a database with one role is brought up to date by it, with a warning', async () => {
  const { ownerUrl } = await emptyDatabase();
  const { log, warnings } = listening();
  const applied = await prepareDatabase({ url: ownerUrl, ownerUrl: undefined }, log);
  expect(applied.length).toBeGreaterThan(0);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^the shop's role \S+ can switch guards off \(it .*owns tables.*Database\)$/,
    ),
  ]);
});

test('a role that may not migrate starts on what the owner has migrated, and on nothing else', async () => {
  const database = await emptyDatabase();
  const { log, warnings } = listening();
  const alone = { url: database.url, ownerUrl: undefined };
  await expect(prepareDatabase(alone, log)).rejects.toBeInstanceOf(StartRefused);
  await expect(prepareDatabase(alone, log)).rejects.toThrow('set DATABASE_OWNER_URL');
  await prepareDatabase(database, log);
  expect(await prepareDatabase(alone, log)).toEqual([]);
  expect(warnings).toEqual([]);
});

test('nobody posts for an owner without a name, whom the check of the whole ledger would miss', async () => {
  const script = `select ledger_post_all(array[''], array['test:x'], array[sha256('x'::bytea)], array['send'], array['x'],
    array[null]::jsonb[], array[1, 1], array[1, 2]::smallint[], array['house:losses:usd', 'house:other:usd'],
    array['usd', 'usd'], array[-5, 5]::bigint[])`;
  expect(await refused(shop().db, script)).toBe('23514');
});
