/** The chain of seals after the database has moved to a cluster with other transaction ids. */

import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { prepareDatabase } from '../assembly/database.ts';
import { sql } from '../platform/db/db.ts';
import { makeLog } from '../platform/process/log.ts';
import { sealAll } from '../testing/faults.ts';
import { longTest } from '../testing/long.ts';
import {
  type Ledger,
  openLedger,
  postCent,
  reached,
  restore,
  startCluster,
  useUp,
} from './moves.testing.ts';
import { proveMember } from './prove.ts';
import { sealLedger } from './seal.ts';

/** More transaction ids than these tests use in a cluster of their own. */
const manyXids = 20_000n;

let elsewhere: Awaited<ReturnType<typeof startCluster>>;
beforeAll(async () => {
  elsewhere = await startCluster();
});
afterAll(() => elsewhere.close());

/** A process of the shop starts. */
const start = ({ addresses }: Ledger) => prepareDatabase(addresses, makeLog('silent'));

/** A ledger with a journal that is sealed and one that is not yet. */
async function written(): Promise<Ledger> {
  const ledger = await openLedger();
  await useUp(ledger, manyXids);
  await ledger.post('sealed');
  await sealAll(ledger);
  await ledger.post('unsealed');
  return ledger;
}

const erasOf = ({ db }: Ledger) =>
  db.rows(sql<{ seq: bigint; from: bigint }>`
    select seq, from_journal as "from" from ledger_eras order by seq`);

const sealsOf = ({ db }: Ledger) =>
  db.rows(sql<{ seq: bigint; era: bigint; journals: bigint }>`
    select seq, era, journals from ledger_seals order by seq`);

/** Restored into a cluster with fewer transactions, started, written into, sealed. */
async function moved(): Promise<Ledger> {
  const ledger = await restore(await written(), elsewhere);
  await start(ledger);
  await ledger.post('new');
  await sealAll(ledger);
  return ledger;
}

test('1 a ledger restored into another cluster is sealed on and verifies', async () => {
  const ledger = await moved();
  expect(await erasOf(ledger)).toEqual([
    { seq: 0n, from: 0n },
    { seq: 1n, from: 3n },
  ]);
  expect(await sealsOf(ledger)).toEqual([
    { seq: 1n, era: 0n, journals: 1n },
    { seq: 2n, era: 0n, journals: 1n },
    { seq: 3n, era: 1n, journals: 1n },
  ]);
  expect(await ledger.problems()).toEqual([]);
  // The tree is one for all eras.
  expect(await proveMember(ledger.db, 'house')).toMatchObject({ good: 3, waiting: 0, wrong: 0 });
});

const slippedIn = (id: number, xid: string) => `
  insert into ledger_journals (owner, id, key, input_hash, kind, reference, xid)
    overriding system value
    select owner, ${id}, 'later', input_hash, kind, reference, '${xid}' from ledger_journals
    where key = 'sealed'`;

longTest('1 after a restore the chain shows what was changed in either era', async () => {
  const ledger = await moved();
  const seals = async (change: string, undo: string) => {
    await ledger.tamper(change);
    const problems = (await ledger.problems()).join('\n');
    await ledger.tamper(undo);
    return /history is unchanged: seal (\d+) does not fit/.exec(problems)?.[1];
  };
  const kindOf = (key: string, kind: string) =>
    `update ledger_journals set kind = '${kind}' where key = '${key}'`;
  expect(await seals(kindOf('sealed', 'refund'), kindOf('sealed', 'cashback'))).toBe('1');
  expect(await seals(kindOf('unsealed', 'refund'), kindOf('unsealed', 'cashback'))).toBe('2');
  expect(await seals(kindOf('new', 'refund'), kindOf('new', 'cashback'))).toBe('3');
  const out = "delete from ledger_journals where key = 'later'";
  expect(await seals(slippedIn(0, '999999999999'), out)).toBe('2');
  expect(await seals(slippedIn(-1, '18446744073709551615'), out)).toBe('2');
  expect(await seals(slippedIn(9_000, '1'), out)).toBe('3');
  expect(await seals('delete from ledger_seals where seq = 2', 'select 1')).toBe('3');
});

longTest('1 a backlog left by an era is sealed in parts, then the next era', async () => {
  const old = await written();
  await old.post('more');
  await old.post('and more');
  const ledger = await restore(old, elsewhere);
  await start(ledger);
  await ledger.post('new');
  expect(await ledger.db.tx((tx) => sealLedger(tx, 2))).toBe(2);
  await sealAll(ledger);
  expect((await sealsOf(ledger)).map(({ era, journals }) => [era, journals])).toEqual([
    [0n, 1n],
    [0n, 2n],
    [0n, 1n],
    [1n, 1n],
  ]);
  expect(await ledger.problems()).toEqual([]);
});

longTest('processes that start at once after a restore begin one era', async () => {
  const ledger = await restore(await written(), elsewhere);
  await Promise.all([1, 2, 3, 4].map(() => start(ledger)));
  expect(await erasOf(ledger)).toHaveLength(2);
});

test('1 a ledger restored into another cluster and back again verifies', async () => {
  const away = await moved();
  const back = await restore(away, inject('server'));
  await start(back);
  await back.post('home');
  await sealAll(back);
  expect((await sealsOf(back)).map(({ era }) => era)).toEqual([0n, 0n, 1n, 1n, 2n]);
  expect(await back.problems()).toEqual([]);
});

test('1 a ledger restored in its own cluster goes on in its era', async () => {
  const old = await written();
  await start(old);
  const ledger = await restore(old, inject('server'));
  await start(ledger);
  await ledger.post('new');
  await sealAll(ledger);
  expect(await erasOf(ledger)).toHaveLength(1);
  expect(await ledger.problems()).toEqual([]);
});

longTest('1 a ledger without journals is restored, too', async () => {
  const ledger = await restore(await openLedger(), elsewhere);
  await start(ledger);
  await ledger.post('new');
  await sealAll(ledger);
  expect(await erasOf(ledger)).toHaveLength(2);
  expect(await ledger.problems()).toEqual([]);
});

longTest(
  '1 a move that leaves sequences behind gives no journal an id of the era before',
  async () => {
    const ledger = await restore(await written(), elsewhere);
    await ledger.owner.run(sql`select setval('ledger_journals_id_seq', 1, false)`);
    await start(ledger);
    await ledger.post('new');
    await sealAll(ledger);
    expect((await sealsOf(ledger)).map(({ era }) => era)).toEqual([0n, 0n, 1n]);
    expect(await ledger.problems()).toEqual([]);
  },
);

longTest(
  '1 a cluster that got ahead of the ledger before anybody looked is known as another one',
  async () => {
    const old = await written();
    const cluster = await startCluster();
    onTestFinished(cluster.close);
    const ledger = await restore(old, cluster);
    await ledger.post('unnoticed');
    await useUp(ledger, (await reached(old)) + manyXids);
    expect(await ledger.problems()).toEqual([]);
    await start(ledger);
    await ledger.post('new');
    await sealAll(ledger);
    expect((await sealsOf(ledger)).map(({ era }) => era)).toEqual([0n, 0n, 1n]);
    expect(await ledger.problems()).toEqual([]);
  },
);

longTest(
  '1 a cluster of the same name with fewer transactions is known as another one',
  async () => {
    const ledger = await restore(await written(), elsewhere);
    await ledger.tamper(`
    update ledger_eras set cluster = system_identifier::text from pg_control_system()`);
    await start(ledger);
    await ledger.post('new');
    await sealAll(ledger);
    expect(await erasOf(ledger)).toHaveLength(2);
    expect(await ledger.problems()).toEqual([]);
  },
);

longTest(
  '1 what a process writes that lived through the move verifies before and after it is noticed',
  async () => {
    const ledger = await restore(await written(), elsewhere);
    await ledger.post('unnoticed');
    expect(await ledger.problems()).toEqual([]);
    await sealAll(ledger);
    expect((await sealsOf(ledger)).map(({ era }) => era)).toEqual([0n, 0n, 1n]);
    expect(await ledger.problems()).toEqual([]);
  },
);

test('1 a journal under way while an era begins is in the new one', async () => {
  const ledger = await restore(await written(), elsewhere);
  const posted = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  const slow = ledger.db.tx(async (tx) => {
    await postCent(tx, 'slow');
    posted.resolve();
    await held.promise;
  });
  await posted.promise;
  await ledger.post('quick');
  const starting = start(ledger);
  const waiting = () =>
    ledger.db.one(sql<{ waiting: boolean }>`
      select exists (select 1 from pg_locks
        where relation = 'ledger_journals'::regclass and not granted) as waiting`);
  await expect.poll(waiting).toEqual({ waiting: true });
  held.resolve();
  await Promise.all([slow, starting]);
  await sealAll(ledger);
  expect((await sealsOf(ledger)).map(({ journals }) => journals)).toEqual([1n, 1n, 2n]);
  expect(await ledger.problems()).toEqual([]);
});
