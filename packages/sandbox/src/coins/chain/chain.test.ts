/** Reorganisations, and what is there after a restart. */

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../journal.ts';
import { give, purseOf, sign, sourcesOf } from '../../testing/coins.ts';
import { type CoinNode, openNode } from '../node.ts';
import { genesisOf } from './blocks.ts';
import { parameters } from './parameters.ts';
import { readTx } from './transactions.ts';

const anna = purseOf('anna');
const bo = purseOf('bo');
const coin = 100_000_000n;

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'coins-'));
});
afterEach(() => rmSync(stateDir, { recursive: true }));

const open = (name: Coin) => openNode(parameters[name], openJournal(stateDir, name));
const waiting = (node: CoinNode) => node.mempool.all().map(({ tx }) => tx.txid);
const unspent = (node: CoinNode) => new Map(node.chain.allUnspent());

/** A payment of Anna's, in the last block. */
function minedPayment(node: CoinNode) {
  const from = give(node, anna, coin);
  const to = [{ value: coin - 1_000n, script: bo.script }];
  const tx = sign({ from: [from], by: anna, to });
  node.send(tx, 0n);
  node.mine(1);
  return { from, tx };
}

test.each([
  ['btc', '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  ['ltc', '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9'],
] as const)('%s: the chain begins with the first block of regtest', (name, hash) => {
  expect(genesisOf(parameters[name]).hash).toBe(hash);
  expect(open(name).chain.at(0)?.hash).toBe(hash);
});

test.each(['btc', 'ltc'] as const)(
  '%s: what was in replaced blocks waits again, and is mined again',
  (name) => {
    const node = open(name);
    const { tx } = minedPayment(node);
    const { height, hash } = node.chain.tip;
    node.reorganise(2);
    expect(node.chain.tip.height).toBe(height + 1);
    expect(node.chain.at(height)?.hash).not.toBe(hash);
    // The one that paid Anna comes back before the one she paid with.
    expect(waiting(node)).toEqual([expect.any(String), tx.txid]);
    node.mine(1);
    expect(node.chain.tip.txs).toHaveLength(3);
  },
);

test('what comes back from a block stands before what waits for it, after a restart as well', () => {
  const node = open('btc');
  const { tx } = minedPayment(node);
  const to = [{ value: coin - 2_000n, script: anna.script }];
  const child = sign({ from: sourcesOf(tx, bo), by: bo, to });
  node.send(child, 0n);
  node.reorganise(1);
  expect(waiting(node)).toEqual([tx.txid, child.txid]);
  expect(waiting(open('btc'))).toEqual([tx.txid, child.txid]);
});

test('what was in replaced blocks can be lost, with what hangs on it', () => {
  const node = open('btc');
  minedPayment(node);
  node.reorganise(2, { drop: true });
  expect(waiting(node)).toEqual([]);
});

test('a reorganisation can spend the same differently: the first payment never comes back', () => {
  const node = open('ltc');
  const { from, tx } = minedPayment(node);
  const to = [{ value: coin - 9_000n, script: anna.script }];
  const rival = sign({ from: [from], by: anna, to });
  node.reorganise(1, { include: [rival.hex] });
  expect(waiting(node)).toEqual([]);
  expect(() => node.send(tx, 0n)).toThrow('missingorspent');
});

test('a branch with as much work changes nothing; one with more does, and back', () => {
  const node = open('btc');
  const before = unspent(node);
  const [first] = node.mine(1);
  if (!first) throw new Error('no block');
  node.invalidate(first);
  expect(unspent(node)).toEqual(before);
  const [second] = node.mine(1);
  node.reconsider(first);
  // As on a node: of two with as much work the one first seen.
  expect(node.chain.tip.hash).toBe(first.hash);
  expect(second?.height).toBe(first.height);
});

test('a refused reorganisation leaves the chain as it was', () => {
  const node = open('btc');
  const { tx } = minedPayment(node);
  const { hash } = node.chain.tip;
  expect(() => node.reorganise(1, { include: [tx.hex, tx.hex] })).toThrow('missingorspent');
  expect(node.chain.tip.hash).toBe(hash);
  expect(waiting(node)).toEqual([]);
  expect(() => node.reorganise(0)).toThrow('depth');
  expect(() => node.reorganise(100_000)).toThrow('depth');
});

test.each(['btc', 'ltc'] as const)(
  '%s: a restart keeps blocks, branches, verdicts and what waits',
  (name) => {
    const node = open(name);
    minedPayment(node);
    node.reorganise(1);
    node.mine(3);
    node.invalidate(node.chain.tip);
    const again = open(name);
    expect(again.chain.tip.hash).toBe(node.chain.tip.hash);
    expect(again.chain.all()).toEqual(node.chain.all());
    expect(unspent(again)).toEqual(unspent(node));
    expect(waiting(again)).toEqual(waiting(node));
    expect(again.chain.invalidated()).toEqual(node.chain.invalidated());
  },
);

test('a line that a kill cut is skipped, and the chain goes on from before it', () => {
  const node = open('btc');
  minedPayment(node);
  appendFileSync(join(stateDir, 'btc.jsonl'), '["blocks","00ab",{"height":122,"hea');
  const again = open('btc');
  expect(again.chain.tip.hash).toBe(node.chain.tip.hash);
  again.mine(1);
  expect(open('btc').chain.tip.hash).toBe(again.chain.tip.hash);
});

test('a block takes no wrong signature, not even of one that waits rightly signed', () => {
  const node = open('btc');
  const from = give(node, anna, coin);
  const tx = sign({ from: [from], by: anna, to: [{ value: coin - 1_000n, script: bo.script }] });
  node.send(tx, 0n);
  const digit = tx.hex.at(-100) === '0' ? '1' : '0';
  const forged = readTx(tx.hex.slice(0, -100) + digit + tx.hex.slice(-99));
  expect(forged.txid).toBe(tx.txid);
  expect(() => node.mineOnly([forged])).toThrow('signature is wrong');
  expect(node.mineOnly([tx]).txs).toHaveLength(2);
});

test('a reward halves every 150 blocks', () => {
  const node = open('btc');
  node.mine(31);
  const rewards = [149, 150].map((height) => node.chain.at(height)?.txs[0]?.outputs[0]?.value);
  expect(rewards).toEqual([50n * coin, 25n * coin]);
});
