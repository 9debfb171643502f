/** The tree of seals while it grows. */
import { expect, test } from 'vitest';
import { sealAll } from '../testing/faults.ts';
import { type Ledger, openLedger } from './moves.testing.ts';
import { bookHead } from './proof.ts';
import { proveMember } from './prove.ts';
import { recomputeChain } from './recompute.ts';
import { growAll } from './tree.ts';
import { treeSize } from './tree-queries.ts';

async function sealed(ledger: Ledger, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ledger.post(key);
    await sealAll(ledger);
  }
}

/** As a release without the tree left it. */
const withoutTree = 'delete from ledger_tree';

test('1 seals of an older release wait for the tree, are put in by the chore, and fit', async () => {
  const ledger = await openLedger();
  await sealed(ledger, ['a', 'b', 'c']);
  const head = await bookHead(ledger.db);
  await ledger.tamper(withoutTree);
  await sealed(ledger, ['d']);
  expect(await treeSize(ledger.db)).toBe(0);
  expect(await ledger.problems()).toEqual([]);
  expect(await proveMember(ledger.db, 'house')).toMatchObject({ good: 0, waiting: 4, wrong: 0 });
  await growAll(ledger.db);
  expect(await bookHead(ledger.db, 3)).toEqual(head);
  await sealed(ledger, ['e']);
  expect(await treeSize(ledger.db)).toBe(5);
  expect(await ledger.problems()).toEqual([]);
  expect(await proveMember(ledger.db, 'house')).toMatchObject({ good: 5, waiting: 0, wrong: 0 });
});

test('1 processes that put seals into the tree at once put each in once', async () => {
  const ledger = await openLedger();
  await sealed(ledger, ['a', 'b', 'c']);
  await ledger.tamper(withoutTree);
  await Promise.all([1, 2, 3].map(() => growAll(ledger.db)));
  expect(await treeSize(ledger.db)).toBe(3);
  expect(await ledger.problems()).toEqual([]);
});

test('1 a check that goes on knows the tree it goes on from', async () => {
  const ledger = await openLedger();
  await sealed(ledger, ['a', 'b']);
  const { last } = await recomputeChain(ledger.db);
  await sealed(ledger, ['c']);
  expect((await recomputeChain(ledger.db, last)).brokenTree).toBeUndefined();
  await ledger.tamper(`update ledger_tree set
    nodes = substring(nodes for 32) || sha256('x') where seal = 2`);
  expect((await recomputeChain(ledger.db, last)).brokenTree).toBe(2n);
  expect((await recomputeChain(ledger.db)).brokenTree).toBe(2n);
});

test('1 a hole in the tree, and a row of a seal that is not there, do not fit', async () => {
  const ledger = await openLedger();
  await sealed(ledger, ['a', 'b', 'c']);
  await ledger.tamper(
    'create table kept as table ledger_tree; delete from ledger_tree where seal = 2',
  );
  expect((await recomputeChain(ledger.db)).brokenTree).toBe(3n);
  await ledger.tamper(`delete from ledger_tree; insert into ledger_tree table kept;
    insert into ledger_tree select 5, root, nodes from kept where seal = 1`);
  expect((await recomputeChain(ledger.db)).brokenTree).toBe(5n);
});
