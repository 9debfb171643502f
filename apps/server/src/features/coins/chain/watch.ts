/**
 * The watcher: follows a coin's chain block by block, through reorgs, and its mempool. Its state is in the database, so
 * any number of processes may run it at once.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { tellOnce, tellOver } from '../../../platform/limits/tell-once.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import type { CoinNode, NodeTip } from '../../../providers/coins/port.ts';
import { type CoinParts, confirmationsNeeded, needNode } from '../parts.ts';
import { enqueueOrderRecheck } from '../wallets/paid-job.ts';
import { markLost, waitingTransactions } from './block-queries.ts';
import { bookBlock, bookRipe, noteGone, noteIncoming, unbookBlock } from './book-block.ts';
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
import { noteFees, unweighed } from './order-payment-queries.ts';

/**
 * The result of a poll. `behind`: the node has lost blocks. `away`: no complete answer. `unusable`: wrong network, too
 * old or pruned. `forked`: a reorg too deep.
 */
export type ChainLook = 'followed' | 'behind' | 'away' | 'unusable' | 'forked';

/** Rounds of one poll: the node's tip may move meanwhile. */
const mostRounds = 5;

/** Checks that the node has one of the last booked blocks, before any is reverted. */
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

/**
 * Reverts blocks down to the last one the node has, at most `mostUndone`: beyond, or without a common block, `forked`.
 */
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

/** Books blocks up to the node's tip; false when it did not answer, its chain changed meanwhile, or `stopping`. */
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
 * Mempool transactions read and stored per batch: a main-net mempool has hundreds of thousands, each with up to 3,200
 * outputs.
 */
const notedAtOnce = 100;

/**
 * Stores new deposits in the mempool, marks vanished ones as gone, and has our vanished sends broadcast again. False
 * when the node did not answer or its tip moved: a vanished transaction may be in a block then.
 */
async function lookAtWaiting(
  parts: CoinParts,
  node: CoinNode,
  tip: NodeTip,
  known: Set<string>,
): Promise<boolean> {
  const { db } = parts;
  const { coin } = node;
  // Read before the mempool: a transaction stored later by another process would seem vanished.
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

/** Blocks in the two hours for which codes may be reserved. */
const blocksWhileHeld: Readonly<Record<Coin, number>> = { btc: 12, ltc: 48 };

/**
 * Checks the fee rates of unconfirmed payments of orders: below half of the node's estimate for two hours they reserve
 * no codes. Half, since nodes estimate too much rather than too little.
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
  await db.tx(async (tx) => enqueueOrderRecheck(tx, coin, await noteFees(tx, coin, fees)));
}

/** Reorgs of the last few blocks are common, so a chain begins below them. */
const beginsBelow = 6;

/** The booked tip, begun below the node's tip when there is none; undefined when the node does not answer. */
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

/** Makes the function that polls a coin's chain once. Its memory of mempool transactions only saves node calls. */
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
      // Less work than before is no reorg: the node has lost blocks and will fetch them again.
      if (tip.value.work < chain.work) return 'behind';
      const walked = await walkBack(parts, node, { coin, tip: tip.value });
      if (walked !== 'there') return walked;
      const known = knownOf.get(coin) ?? new Set();
      knownOf.set(coin, known);
      if (!(await goForward(parts, node, { coin, tip: tip.value, needed, stopping }))) continue;
      // The required confirmations may have been lowered since the block was booked.
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

  /** Follows a coin's chain to the node's tip, and logs what prevents it. */
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
