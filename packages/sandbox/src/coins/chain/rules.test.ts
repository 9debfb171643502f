/** What the nodes of both coins take and refuse. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { expect, test } from 'vitest';
import { openJournal } from '../../journal.ts';
import {
  addressFor,
  give,
  type Purse,
  purseOf,
  type Source,
  sign,
  sourcesOf,
  taprootPurseOf,
} from '../../testing/coins.ts';
import { fund } from '../faucet.ts';
import { type CoinNode, openNode } from '../node.ts';
import { parameters } from './parameters.ts';
import { Refusal } from './refusal.ts';
import type { Tx } from './transactions.ts';

const usualMaxRate = 10_000_000n;
const anna = purseOf('anna');
const bo = purseOf('bo');
const coin = 100_000_000n;

const open = (name: Coin) => openNode(parameters[name], openJournal(undefined, name));

/** What a node says of a transaction: the code, and the first words of the text. */
function verdict(node: CoinNode, tx: Tx): string {
  try {
    return node.send(tx, usualMaxRate) === tx.txid ? 'taken' : 'another';
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.message.split(/[,(]/)[0]?.trim()}`;
    throw error;
  }
}

/** Pays one output whole, but for a fee in satoshi. */
const pay = (from: Source, by: Purse, to: Purse, fee: bigint, sequence?: number) =>
  sign({
    from: [from],
    by,
    to: [{ value: from.value - fee, script: to.script }],
    ...(sequence !== undefined && { sequence }),
  });

/** A payment of 110 vbytes. One signature of some hundred is shorter; then the same is signed with another sequence. */
function payIn110(from: Source, fee: bigint): Tx {
  for (let sequence = 0xfffffffd; ; sequence -= 1) {
    const tx = pay(from, anna, bo, fee, sequence);
    if (tx.vsize === 110) return tx;
  }
}

/** Pays `value` and gives the rest back, but for 20,000 satoshi. */
const split = (from: Source, value: bigint, script: string) =>
  sign({
    from: [from],
    by: anna,
    to: [
      { value, script },
      { value: from.value - value - 20_000n, script: anna.script },
    ],
  });

test.each(['btc', 'ltc'] as const)(
  '%s: a payment waits, is mined, and is said to be in the chain',
  (name) => {
    const node = open(name);
    const tx = pay(give(node, anna, coin), anna, bo, 1_000n);
    expect([verdict(node, tx), verdict(node, tx)]).toEqual(['taken', 'taken']);
    const [block] = node.mine(1);
    expect(block?.txs.map(({ txid }) => txid)).toContain(tx.txid);
    expect(node.mempool.size).toBe(0);
    expect(verdict(node, tx)).toMatch(/^-27 /);
  },
);

test.each([
  ['btc', 294n],
  ['ltc', 2_940n],
] as const)('%s: an output of less than %d satoshi is dust', (name, least) => {
  const node = open(name);
  const from = give(node, anna, coin);
  expect(verdict(node, split(from, least - 1n, bo.script))).toBe('-26 dust');
  expect(verdict(node, split(from, least, bo.script))).toBe('taken');
});

test.each([
  ['btc', 11n],
  ['ltc', 110n],
] as const)('%s: a fee has to be at least the floor, %d satoshi for 110 vbytes', (name, least) => {
  const node = open(name);
  const from = give(node, anna, coin);
  const tx = payIn110(from, least);
  expect(verdict(node, payIn110(from, least - 1n))).toBe('-26 min relay fee not met');
  expect(verdict(node, tx)).toBe('taken');
});

test.each(['btc', 'ltc'] as const)(
  '%s: a fee beyond 0.1 coin per 1000 vbytes is not meant',
  (name) => {
    const node = open(name);
    const from = give(node, anna, coin);
    expect(verdict(node, payIn110(from, 1_100_001n))).toMatch(/^-25 Fee exceeds/);
    expect(node.mempool.size).toBe(0);
    expect(node.check(payIn110(from, 1_100_001n)).waiting.fee).toBe(1_100_001n);
    expect(verdict(node, payIn110(from, 1_100_000n))).toBe('taken');
  },
);

test.each(['btc', 'ltc'] as const)(
  '%s: what is spent in a block can not be spent again',
  (name) => {
    const node = open(name);
    const from = give(node, anna, coin);
    node.send(pay(from, anna, bo, 1_000n), usualMaxRate);
    node.mine(1);
    expect(verdict(node, pay(from, anna, anna, 5_000n))).toBe('-25 bad-txns-inputs-missingorspent');
  },
);

test.each(['btc', 'ltc'] as const)('%s: more can not be paid than was there', (name) => {
  const node = open(name);
  const from = give(node, anna, coin);
  // Whoever signs is told of more than there is, or would not sign.
  const tx = pay({ ...from, value: coin + 2_000n }, anna, bo, 1_000n);
  expect(verdict(node, tx)).toBe('-26 bad-txns-in-belowout');
});

test.each(['btc', 'ltc'] as const)(
  '%s: a coinbase is spent a hundred blocks later, and no sooner',
  (name) => {
    const node = open(name);
    const [block] = node.mine(1, anna.script);
    const [from] = block?.txs[0] ? sourcesOf(block.txs[0], anna) : [];
    if (!from) throw new Error('no reward');
    const tx = pay(from, anna, bo, 1_000n);
    node.mine(98);
    expect(verdict(node, tx)).toBe('-26 bad-txns-premature-spend-of-coinbase');
    node.mine(1);
    expect(verdict(node, tx)).toBe('taken');
  },
);

test.each(['btc', 'ltc'] as const)('%s: 25 hang together, and no more', (name) => {
  const node = open(name);
  let from = give(node, anna, coin);
  const verdicts = Array.from({ length: 26 }, () => {
    const tx = pay(from, anna, anna, 1_000n);
    from = { txid: tx.txid, vout: 0, value: from.value - 1_000n, script: anna.script };
    return verdict(node, tx);
  });
  expect(verdicts.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 'taken'));
  expect(verdicts[25]).toBe('-26 too-long-mempool-chain');
});

/** As many outputs of Anna's in one transaction, which waits. */
function splitUp(node: CoinNode, parts: number): Source[] {
  const from = give(node, anna, coin);
  const output = { value: 1_000_000n, script: anna.script };
  const tx = sign({ from: [from], by: anna, to: Array.from({ length: parts }, () => output) });
  node.send(tx, 0n);
  return sourcesOf(tx, anna);
}

test('one that waits has 24 below it, and no more', () => {
  const node = open('ltc');
  const verdicts = splitUp(node, 25).map((from) => verdict(node, pay(from, anna, bo, 1_000n)));
  expect(verdicts.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 'taken'));
  expect(verdicts[24]).toBe('-26 too-long-mempool-chain');
});

test('one that waits has 24 above it, and no more', () => {
  const node = open('btc');
  const sources = splitUp(node, 25);
  node.mine(1);
  const from = sources.flatMap((source) => {
    const tx = pay(source, anna, anna, 1_000n);
    node.send(tx, usualMaxRate);
    return sourcesOf(tx, anna);
  });
  const join = (all: readonly Source[]) =>
    sign({ from: all, by: anna, to: [{ value: coin / 10n, script: bo.script }] });
  expect(() => node.send(join(from), 0n)).toThrow('too many unconfirmed ancestors');
  expect(node.send(join(from.slice(1)), 0n)).toHaveLength(64);
});

test('Bitcoin: one that pays more takes the place of another, and of what hangs on it', () => {
  const node = open('btc');
  const from = give(node, anna, coin);
  const slow = pay(from, anna, bo, 1_000n);
  node.send(slow, usualMaxRate);
  const [paid] = sourcesOf(slow, bo);
  const child = paid && pay(paid, bo, bo, 1_000n);
  if (!child) throw new Error('nothing was paid');
  node.send(child, usualMaxRate);
  // Has to pay for both, and for being passed on.
  expect(verdict(node, pay(from, anna, anna, 2_010n))).toBe('-26 insufficient fee');
  const fast = pay(from, anna, anna, 2_011n);
  expect(verdict(node, fast)).toBe('taken');
  expect(node.mempool.all().map(({ tx }) => tx.txid)).toEqual([fast.txid]);
});

test('Bitcoin: one that pays a lower rate takes nobody’s place', () => {
  const node = open('btc');
  const [from, more] = [give(node, anna, coin), give(node, anna, coin)];
  node.send(pay(from, anna, bo, 1_000n), usualMaxRate);
  const large = sign({
    from: [from, more],
    by: anna,
    to: [{ value: coin * 2n - 1_200n, script: bo.script }],
  });
  expect(verdict(node, large)).toBe('-26 insufficient fee');
});

test('Litecoin: nothing takes the place of what waits, whatever it pays and says', () => {
  const node = open('ltc');
  const from = give(node, anna, coin);
  node.send(pay(from, anna, bo, 1_000n), usualMaxRate);
  expect(verdict(node, pay(from, anna, anna, 50_000n))).toBe('-26 txn-mempool-conflict');
});

test.each(['btc', 'ltc'] as const)(
  '%s: a wrong amount or another key makes a signature worthless',
  (name) => {
    const node = open(name);
    const from = give(node, anna, coin);
    const wrong = /^-26 mandatory-script-verify-flag-failed$/;
    expect(verdict(node, pay({ ...from, value: from.value + 1n }, anna, bo, 1_001n))).toMatch(
      wrong,
    );
    const bos = pay({ ...from, script: bo.script }, bo, bo, 1_000n);
    expect(verdict(node, bos)).toMatch(wrong);
    expect(verdict(node, pay(from, anna, bo, 1_000n))).toBe('taken');
  },
);

test.each(['btc', 'ltc'] as const)(
  '%s: the key of a taproot output spends it, with its amount alone',
  (name) => {
    const node = open(name);
    const tara = taprootPurseOf('tara');
    const from = give(node, tara, coin);
    const lie = pay({ ...from, value: from.value + 1n }, tara, bo, 1_001n);
    expect(verdict(node, lie)).toMatch(/^-26 mandatory-script/);
    expect(verdict(node, pay(from, tara, bo, 1_000n))).toBe('taken');
  },
);

test('a transaction that is locked until a height waits for it', () => {
  const node = open('btc');
  const from = give(node, anna, coin);
  const locktime = node.chain.tip.height + 1;
  const to = [{ value: coin - 1_000n, script: bo.script }];
  const tx = sign({ from: [from], by: anna, to, locktime });
  expect(verdict(node, tx)).toBe('-26 non-final');
  node.mine(1);
  expect(verdict(node, tx)).toBe('taken');
});

test('what has waited for two weeks is forgotten when something new comes', () => {
  const node = open('ltc');
  const [from, more] = [give(node, anna, coin), give(node, anna, coin)];
  const old = pay(from, anna, bo, 1_000n);
  node.send(old, usualMaxRate);
  node.settings.mockTime = node.now() + 15 * 24 * 60 * 60;
  const fresh = pay(more, anna, bo, 1_000n);
  node.send(fresh, usualMaxRate);
  expect(node.mempool.all().map(({ tx }) => tx.txid)).toEqual([fresh.txid]);
  expect(verdict(node, old)).toBe('taken');
});

test('the faucet pays twenty people at once, none of whom hangs on another', () => {
  const node = open('btc');
  const people = Array.from({ length: 20 }, (_, person) => purseOf(`person ${person}`));
  for (const person of people) fund(node, addressFor(person, node), 40n * coin);
  expect(node.mempool.all().map(({ tx }) => node.mempool.above(tx).length)).toEqual(
    Array.from({ length: 20 }, () => 0),
  );
  node.mine(1);
  expect(node.mempool.size).toBe(0);
});

test('the faucet says why it does not pay', () => {
  const node = open('btc');
  const main = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  expect(() => fund(node, main, coin)).toThrow('no address of this chain. One begins with bcrt1');
  expect(() => fund(node, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 545n)).toThrow('0.00000546 BTC');
  expect(() => fund(node, addressFor(bo, node), 5_000n * coin)).toThrow('1000.00000000 BTC');
  expect(() => fund(node, addressFor(bo, node), 5_000n * coin)).toThrow('Mine a block');
});
