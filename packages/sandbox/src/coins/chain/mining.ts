/** What goes into a block, and the blocks that every chain starts with. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Block, genesisOf, makeBlock } from './blocks.ts';
import type { Chain } from './chain.ts';
import { maturity, maxBlockWeight, type Parameters } from './parameters.ts';
import { checkShape, checkSignatures, checkSpending, type Unspent } from './spending.ts';
import { outpointOf, type Tx } from './transactions.ts';

/** For header and coinbase. */
const reservedWeight = 4_000;

/** The transactions of the next block, up to its weight. */
export function fitting(waiting: readonly Tx[]): readonly Tx[] {
  let weight = reservedWeight;
  const end = waiting.findIndex((tx) => {
    weight += tx.weight;
    return weight > maxBlockWeight;
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

/** Checks that `txs` can be the next block's, in this order, and adds their fees up, in satoshi; refuses what can not. */
export function feesOf(txs: readonly Tx[], chain: Chain): bigint {
  const next = chain.next();
  const made = new Map<string, Unspent>();
  const gone = new Set<string>();
  const find = (outpoint: string) =>
    gone.has(outpoint) ? undefined : (made.get(outpoint) ?? chain.unspent(outpoint));
  let fees = 0n;
  for (const tx of txs) {
    checkShape(tx);
    const spending = checkSpending(tx, find, next);
    checkSignatures(tx, spending);
    fees += spending.fee;
    for (const { outpoint } of tx.inputs) gone.add(outpoint);
    for (const [vout, output] of tx.outputs.entries())
      made.set(outpointOf(tx.txid, vout), { ...output, height: next.height, coinbase: false });
  }
  return fees;
}

/** So many coinbases can be spent at the start: one would make everything the faucet pays hang together. */
const matureAtStart = 20;
const secondsApart = 600;

const starts = new Map<Coin, readonly Block[]>();

/** The blocks above the first one that give a faucet coins to spend. Made once in a process: nothing changes them. */
export function startBlocks(parameters: Parameters, script: string): readonly Block[] {
  const made = starts.get(parameters.name);
  if (made) return made;
  const blocks: Block[] = [];
  const count = maturity + matureAtStart - 1;
  const begin = Math.floor(Date.now() / 1_000) - count * secondsApart;
  let previous = genesisOf(parameters);
  for (let block = 0; block < count; block += 1) {
    const time = begin + block * secondsApart;
    previous = makeBlock({ previous, time, txs: [], fees: 0n, script }, parameters);
    blocks.push(previous);
  }
  starts.set(parameters.name, blocks);
  return blocks;
}
