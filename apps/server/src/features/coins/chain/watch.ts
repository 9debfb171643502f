/**
 * The watcher: follows a coin's chain block by block, back where it forked, and what waits for a block. All it
 * believes is in the database; any number of processes may look at once.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { tellOnce, tellOver } from '../../../platform/limits/tell-once.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import type { CoinNode, NodeTip } from '../../../providers/coins/port.ts';
import { type CoinParts, confirmationsNeeded, needNode } from '../parts.ts';
import { tellCame } from '../wallets/paid-job.ts';
import { markLost, waitingTransactions } from './block-queries.ts';
import { bookBlock, bookRipe, noteGone, noteIncoming, unbookBlock } from './book-block.ts';
import { noteFees, unweighed } from './came-queries.ts';
import {
  beginChain,
  blockHash,
  type Chain,
  findChain,
  lastHashes,
  lockChain,
  mostUndone,
  noteLook,
} from './chain-queries.ts';

/** What came of a look: `behind` when the node has lost blocks, `away` when it did not answer. */
export type ChainLook = 'followed' | 'behind' | 'away' | 'unusable' | 'forked';

/** Rounds of one look: the node may go on meanwhile. */
const mostRounds = 5;

/** Whether the node's chain has one of the last blocks that are booked; nothing is given up before that is known. */
async function isNear(
  { db }: CoinParts,
  node: CoinNode,
  { coin, tip }: { coin: Coin; tip: NodeTip },
): Promise<'near' | 'away' | 'forked'> {
  for (const [height, hash] of await lastHashes(db, coin)) {
    const same = height <= tip.height ? await node.hashAt(height) : undefined;
    if (same?.kind === 'unknown') return 'away';
    if (same?.kind === 'done' && same.value === hash) return 'near';
  }
  return 'forked';
}

/** Walks back to the last block both have; `forked` when that is too far, `away` when the node went on. */
async function walkBack(
  parts: CoinParts,
  node: CoinNode,
  { coin, tip }: { coin: Coin; tip: NodeTip },
): Promise<'there' | 'away' | 'forked'> {
  const { db, log } = parts;
  for (let undone = 0; ; undone += 1) {
    const chain = await findChain(db, coin);
    if (!chain) return 'away';
    const same = chain.height <= tip.height ? await node.hashAt(chain.height) : undefined;
    if (same?.kind === 'unknown') return 'away';
    if (same?.kind === 'done' && same.value === chain.hash) return 'there';
    const before = await blockHash(db, coin, chain.height - 1);
    if (before === undefined || undone >= mostUndone) return 'forked';
    if (undone === 0) {
      const near = await isNear(parts, node, { coin, tip });
      if (near !== 'near') return near;
    }
    const borne = await db.tx((tx) => unbookBlock(tx, coin, chain, before));
    if (borne !== 'late' && borne > 0)
      log.error(
        { coin, block: chain.hash, outputs: borne },
        'coins that had been spent were taken back by a fork: their members are frozen',
      );
  }
}

/** Books blocks up to the node's tip; false when it did not answer, or went another way meanwhile. */
async function goForward(
  { db, log }: CoinParts,
  node: CoinNode,
  {
    coin,
    tip,
    needed,
    stopping,
  }: {
    coin: Coin;
    tip: NodeTip;
    needed: number;
    stopping: AbortSignal | undefined;
  },
): Promise<boolean> {
  for (;;) {
    const chain = await findChain(db, coin);
    if (!chain || stopping?.aborted) return false;
    if (chain.height >= tip.height) return true;
    const hash = await node.hashAt(chain.height + 1);
    if (hash.kind !== 'done') return false;
    const block = await node.block(hash.value);
    if (block.kind !== 'done' || block.value.previous !== chain.hash) return false;
    const taken = await db.tx(async (tx) => {
      const done = await bookBlock(tx, coin, block.value, needed);
      crashPoint('coins.booking');
      return done;
    });
    crashPoint('coins.booked');
    if (taken !== 'late' && taken > 0)
      log.error(
        { coin, block: hash.value, outputs: taken },
        'outputs were spent by no send of this shop: whoever has its keys has to be found',
      );
    if (taken === 'late' && (await findChain(db, coin))?.hash === chain.hash) return false;
  }
}

/**
 * So many waiting transactions are read and noted at once: a node of the main net holds hundreds of thousands, and each may
 * have 3,200 outputs.
 */
const notedAtOnce = 100;

/**
 * Looks at what waits: what is new pays wallets or not, what is away comes to nothing or is handed in again. False
 * when the node did not answer, or its tip moved: what is away may be in a block then.
 */
async function lookAtWaiting(
  parts: CoinParts,
  node: CoinNode,
  tip: NodeTip,
  known: Set<string>,
): Promise<boolean> {
  const { db } = parts;
  const { coin } = node;
  // Before the node is asked: what another process has noted since then is no reason to call it gone.
  const expected = await waitingTransactions(db, coin);
  const waiting = await node.waiting();
  if (waiting.kind !== 'done') return false;
  const now = new Set(waiting.value);
  const unseen = waiting.value.filter((txid) => !known.has(txid));
  do {
    const txids = unseen.splice(0, notedAtOnce);
    const found = await node.transactions(txids);
    if (found.kind !== 'done') return false;
    const after = await node.tip();
    if (after.kind !== 'done' || after.value.hash !== tip.hash) return false;
    if (found.value.length > 0) await db.tx((tx) => noteIncoming(tx, coin, found.value, null));
    for (const txid of txids) known.add(txid);
  } while (unseen.length > 0);
  known.clear();
  for (const txid of now) known.add(txid);
  const missing = expected.filter(({ txid }) => !now.has(txid));
  const idsOf = (own: boolean) => missing.filter((one) => one.own === own).map(({ txid }) => txid);
  await db.tx(async (tx) => noteGone(tx, coin, idsOf(false)));
  await markLost(db, coin, idsOf(true));
  await weighFees(parts, node);
  return true;
}

/** Blocks in two hours, for which an order may be held. */
const blocksWhileHeld: Readonly<Record<Coin, number>> = { btc: 12, ltc: 48 };

/**
 * Looks at what payments for orders pay the network that wait for a block: with less than half of what the node expects to be
 * needed within two hours they hold no codes. Nodes estimate too much rather than too little.
 */
async function weighFees({ db }: CoinParts, node: CoinNode): Promise<void> {
  const { coin } = node;
  const txids = await unweighed(db, coin, notedAtOnce);
  if (txids.length === 0) return;
  const [paid, rates] = await Promise.all([
    node.feesPaid(txids),
    node.feeRates(blocksWhileHeld[coin]),
  ]);
  if (paid.kind !== 'done' || rates.kind !== 'done') return;
  const { estimate = 0, floor } = rates.value;
  const least = Math.max(floor, estimate / 2);
  const fees = [...paid.value].map(([txid, rate]) => ({ txid, enough: rate >= least }));
  await db.tx(async (tx) => tellCame(tx, coin, await noteFees(tx, coin, fees)));
}

/** The last few blocks are still given up for others now and then, also those a chain would begin with. */
const beginsBelow = 6;

/** The chain as it is booked, begun a little below the node's tip where there is none yet; undefined when it is away. */
async function chainOf(
  { db }: CoinParts,
  node: CoinNode,
  tip: NodeTip,
): Promise<Chain | undefined> {
  const { coin, network } = node;
  const known = await findChain(db, coin);
  if (known) return known;
  const height = Math.max(0, tip.height - beginsBelow);
  const hash = await node.hashAt(height);
  if (hash.kind !== 'done') return undefined;
  const begun = { network, height, hash: hash.value, work: tip.work };
  await db.tx((tx) => beginChain(tx, coin, begun));
  return begun;
}

/** Makes what looks at a coin's chain once; it remembers between looks only what saves questions. */
export function makeWatcher(parts: CoinParts) {
  const { db, log } = parts;
  const knownOf = new Map<Coin, Set<string>>();

  const follow = async (node: CoinNode, stopping: AbortSignal | undefined): Promise<ChainLook> => {
    const { coin } = node;
    const needed = await confirmationsNeeded(parts, coin);
    for (let round = 0; round < mostRounds && !stopping?.aborted; round += 1) {
      const tip = await node.tip();
      if (tip.kind === 'refused') {
        const facts = { coin, reason: tip.reason };
        tellOnce(log, coin, 'the node of a coin can not be used', facts, 'error');
        return 'unusable';
      }
      if (tip.kind === 'unknown') {
        const facts = { coin, reason: tip.reason };
        tellOnce(log, coin, 'the node of a coin does not answer', facts);
        return 'away';
      }
      const chain = await chainOf(parts, node, tip.value);
      if (!chain) return 'away';
      if (chain.network !== node.network) {
        const facts = { coin, was: chain.network };
        tellOnce(log, coin, 'the node of a coin is on another network than before', facts, 'error');
        return 'unusable';
      }
      // A node that lost blocks is no fork: it will find them again.
      if (tip.value.work < chain.work) return 'behind';
      const walked = await walkBack(parts, node, { coin, tip: tip.value });
      if (walked !== 'there') return walked;
      const known = knownOf.get(coin) ?? new Set();
      knownOf.set(coin, known);
      if (!(await goForward(parts, node, { coin, tip: tip.value, needed, stopping }))) continue;
      // What the options say of confirmations may have changed since the block came.
      await db.tx(async (tx) => {
        const now = await lockChain(tx, coin);
        if (now) await bookRipe(tx, coin, { height: now.height, needed });
      });
      if (!(await lookAtWaiting(parts, node, tip.value, known))) continue;
      await noteLook(db, coin, tip.value.work);
      return 'followed';
    }
    return 'away';
  };

  /** Follows a coin's chain to the node's tip. */
  return async (coin: Coin, stopping?: AbortSignal): Promise<ChainLook> => {
    const look = await follow(needNode(parts, coin), stopping);
    const forked = 'the chain of a coin forked deeper than the shop follows: a person has to look';
    if (look === 'forked') tellOnce(log, coin, forked, { coin }, 'error');
    if (look === 'behind')
      tellOnce(log, coin, 'the node of a coin has lost blocks and waits for them', { coin });
    if (look === 'followed') tellOver(log, coin, 'the node of a coin is followed again');
    return look;
  };
}
