/** Ledgers in databases of their own, and moved between clusters as a dump moves them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallSettings, startEmbedded } from '@giftlane/embedded-postgres/embedded-postgres.ts';
import { inject, onTestFinished } from 'vitest';
import { prepareDatabase } from '../assembly/database.ts';
import { connect, type Db, sql, type Tx } from '../platform/db/db.ts';
import { makeLog } from '../platform/process/log.ts';
import { type Addresses, cloneDatabase, databaseOn, template } from '../testing/databases.ts';
import { house, move, post } from './ledger.ts';
import { verifyLedger } from './verify.ts';

const log = makeLog('silent');

export interface Ledger {
  readonly addresses: Addresses;
  readonly db: Db;
  readonly owner: Db;
  /** Writes a journal of one cent. */
  post(key: string): Promise<void>;
  problems(): Promise<string[]>;
  /** Changes what a thief with the owner's rights can change. */
  tamper(change: string): Promise<void>;
}

/** Another PostgreSQL, with few transactions behind it, and with a template like the one that all tests share. */
export async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-cluster-'));
  const { stop, ...server } = await startEmbedded({
    dataDir: folder,
    temporary: true,
    settings: { ...smallSettings, fsync: 'off' },
  });
  const admin = connect(server.ownerUrl, { max: 1, log });
  await admin.script(`create database ${template()}`);
  await admin.close();
  await prepareDatabase(databaseOn(server, template()), log);
  return {
    ...server,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a journal of one cent. */
export async function postCent(tx: Tx, key: string): Promise<void> {
  const accounts = { from: house('cashback', 'usd'), to: house('vouchers', 'usd') };
  const entries = move(1n, 'usd', accounts);
  await post(tx, { owner: 'house', key, kind: 'cashback', reference: 'test', entries });
}

const tables = [
  'accounts',
  'balances',
  'journals',
  'postings',
  'movements',
  'eras',
  'seals',
  'tree',
];
const triggers = (to: string) =>
  tables.map((name) => `alter table ledger_${name} ${to} trigger user;`).join('\n');

/** A ledger without journals; in the cluster that all tests share unless another one is named. */
export async function openLedger(server = inject('server')): Promise<Ledger> {
  const { drop, ...addresses } = await cloneDatabase(server);
  const db = connect(addresses.url, { max: 4, log });
  const owner = connect(addresses.ownerUrl, { max: 4, log });
  onTestFinished(async () => {
    await Promise.all([db.close(), owner.close()]);
    await drop();
  });
  return {
    addresses,
    db,
    owner,
    post: (key) => db.tx((tx) => postCent(tx, key)),
    problems: async () =>
      (await verifyLedger(db, [])).problems.map(({ rule, breach }) => `${rule}: ${breach}`),
    tamper: (change) =>
      owner.script(`alter table ledger_tree drop constraint if exists ledger_tree_seal;
        ${triggers('disable')}\n${change};\n${triggers('enable')}`),
  };
}

/** What `pg_dump` and `pg_restore` leave in another database: the same rows, and sequences that go on. */
export async function restore({ owner }: Ledger, server: Addresses): Promise<Ledger> {
  const restored = await openLedger(server);
  await restored.tamper(
    [...tables]
      .reverse()
      .map((name) => `delete from ledger_${name}`)
      .join(';'),
  );
  await restored.owner.script(triggers('disable'));
  for (const name of tables) {
    const { rows } = await owner.pool.query(`select t::text as row from ledger_${name} t`);
    await restored.owner.pool.query(
      `insert into ledger_${name} overriding system value
        select (r::ledger_${name}).* from unnest($1::text[]) as r`,
      [rows.map(({ row }) => row)],
    );
  }
  await restored.owner.script(triggers('enable'));
  for (const name of ['accounts', 'journals']) {
    const sequence = `ledger_${name}_id_seq`;
    const { rows } = await owner.pool.query(`select last_value, is_called from ${sequence}`);
    const { last_value: last, is_called: called } = rows[0];
    await restored.owner.pool.query(`select setval('${sequence}', $1, $2)`, [last, called]);
  }
  return restored;
}

/** The transaction id a cluster has reached. */
export async function reached({ db }: Ledger): Promise<bigint> {
  const { xid } = await db.one(sql<{ xid: bigint }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid`);
  return xid;
}

/** Uses transaction ids up. */
export async function useUp({ owner }: Ledger, upTo: bigint): Promise<void> {
  await owner.script(`do $$ begin
    while pg_current_xact_id()::text::bigint < ${upTo} loop commit; end loop;
  end $$`);
}
