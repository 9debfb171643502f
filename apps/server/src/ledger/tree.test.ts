/** The tree of seals while it grows. */
import { expect, test } from 'vitest';
import { sealAll } from '../testing/faults.ts';
import { type Ledger, openLedger } from './moves.testing.ts';
import { proveMember } from './prove.ts';
import { recomputeChain } from './recompute.ts';
import { treeSize } from './tree-queries.ts';

async function sealed(ledger: Ledger, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ledger.post(key);
    await sealAll(ledger);
  }
}

test('1 a tree whose end is gone does not fit, and holds up no sealing', async () => {
  const ledger = await openLedger();
  await sealed(ledger, ['a', 'b', 'c']);
  const { last } = await recomputeChain(ledger.db);
  await ledger.tamper('delete from ledger_tree where seal = 3');
  await sealed(ledger, ['d']);
  expect(await treeSize(ledger.db)).toBe(2);
  expect(await ledger.problems()).toEqual([
    '1 history is unchanged: the tree of seals does not fit at seal 3',
  ]);
  expect((await recomputeChain(ledger.db, last)).brokenTree).toBe(3n);
  expect(await proveMember(ledger.db, 'house')).toMatchObject({ good: 2, waiting: 0, wrong: 2 });
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
  expect((await recomputeChain(ledger.db)).brokenTree).toBe(2n);
  await ledger.tamper(`delete from ledger_tree; insert into ledger_tree table kept;
    insert into ledger_tree select 5, root, nodes from kept where seal = 1`);
  expect((await recomputeChain(ledger.db)).brokenTree).toBe(5n);
});
