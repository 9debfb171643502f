/** All blocks of a coin, the chain with the most work among them, and what is unspent at its end. */
import { type Block, workPerBlock } from './blocks.ts';
import { isSpendable } from './scripts.ts';
import type { Place, Unspent } from './spending.ts';
import { outpointOf, type Tx } from './transactions.ts';

/** A reorganisation: blocks disconnected, from the lowest, and blocks connected. */
export interface Move {
  readonly left: readonly Block[];
  readonly came: readonly Block[];
}

export interface Chain {
  readonly tip: Block;
  find(hash: string): Block | undefined;
  /** The block of the chain at a height. */
  at(height: number): Block | undefined;
  /** The blocks of the chain from a height on. */
  from(height: number): Block[];
  isOnChain(block: Block): boolean;
  /** All blocks, side branches as well, in the order they were first seen. */
  all(): Block[];
  unspent(outpoint: string): Unspent | undefined;
  /** The outputs spent by a transaction of the active chain; undefined for a coinbase and in side branches. */
  spentBy(block: Block, tx: Tx): readonly Unspent[] | undefined;
  allUnspent(): IterableIterator<[outpoint: string, output: Unspent]>;
  /** Median time past (eleven blocks), in seconds. */
  medianTime(block?: Block): number;
  /** The context of the next block. */
  next(): Place;
  /** Connects blocks that were validated when they were made. */
  add(blocks: readonly Block[]): Move;
  /** `invalidateblock`: takes a block and its descendants off the active chain. */
  invalidate(block: Block): Move;
  /** `reconsiderblock`: for a block, its ancestors and its descendants. */
  reconsider(block: Block): Move;
  /** Hashes of invalidated blocks. */
  invalidated(): string[];
}

/** What a block has spent, by outpoint. */
type Undo = ReadonlyMap<string, Unspent>;

export const chainWork = ({ height }: Pick<Block, 'height'>): bigint =>
  (BigInt(height) + 1n) * workPerBlock;

/** The UTXO set after the last connected block, with undo data. */
function makeOutputs() {
  const unspent = new Map<string, Unspent>();
  const undos = new Map<string, Undo>();

  const addOutputs = ({ txid, outputs }: Tx, height: number, coinbase: boolean) => {
    for (const [vout, output] of outputs.entries())
      if (isSpendable(output.script))
        unspent.set(outpointOf(txid, vout), { ...output, height, coinbase });
  };
  return {
    unspent,
    undos,
    connect(block: Block) {
      const undo = new Map<string, Unspent>();
      for (const [place, tx] of block.txs.entries()) {
        for (const { outpoint } of place === 0 ? [] : tx.inputs) {
          const spent = unspent.get(outpoint);
          if (!spent) throw new Error(`${block.hash} spends ${outpoint}, which is not there`);
          undo.set(outpoint, spent);
          unspent.delete(outpoint);
        }
        addOutputs(tx, block.height, place === 0);
      }
      undos.set(block.hash, undo);
    },
    disconnect(block: Block) {
      for (const [outpoint, output] of undos.get(block.hash) ?? []) unspent.set(outpoint, output);
      // Afterwards: else outputs made and spent in this very block would come back.
      for (const { txid, outputs } of block.txs)
        for (const vout of outputs.keys()) unspent.delete(outpointOf(txid, vout));
      undos.delete(block.hash);
    },
  };
}

/** The tree of all blocks and the branch that is the chain. */
function makeBranches(genesis: Block, { connect, disconnect }: ReturnType<typeof makeOutputs>) {
  const blocks = new Map([[genesis.hash, genesis]]);
  const invalid = new Set<string>();
  const active = [genesis];
  const tip = () => active.at(-1) ?? genesis;
  const isOnChain = ({ hash, height }: Block) => active[height]?.hash === hash;

  /** The tip with the most work and no invalid ancestor; of several the one first seen. */
  const best = (): Block => {
    const valid = new Set([genesis.hash]);
    let found = genesis;
    for (const block of blocks.values()) {
      if (!valid.has(block.previous) || invalid.has(block.hash)) continue;
      valid.add(block.hash);
      if (block.height > found.height) found = block;
    }
    return found;
  };
  const moveTo = (target: Block): Move => {
    const came: Block[] = [];
    const left: Block[] = [];
    for (let block = target; !isOnChain(block); ) {
      came.unshift(block);
      const previous = blocks.get(block.previous);
      if (!previous) throw new Error(`${block.hash} stands on nothing`);
      block = previous;
    }
    const fork = (came[0]?.height ?? target.height + 1) - 1;
    while (tip().height > fork) {
      left.unshift(tip());
      disconnect(tip());
      active.pop();
    }
    for (const block of came) {
      connect(block);
      active.push(block);
    }
    return { left, came };
  };
  /** A block and those it stands on, from the top down. */
  function* below(block: Block): Generator<Block> {
    for (let at: Block | undefined = block; at; at = blocks.get(at.previous)) yield at;
  }
  return { blocks, invalid, active, tip, isOnChain, best, moveTo, below };
}

/** A chain that so far has its first block only, whose coinbase nobody can spend. */
export function makeChain(genesis: Block): Chain {
  const outputs = makeOutputs();
  const { unspent, undos } = outputs;
  const branches = makeBranches(genesis, outputs);
  const { blocks, invalid, active, tip, isOnChain, best, moveTo, below } = branches;

  const medianTime = (block = tip()) => {
    const times = [...below(block).take(11)].map(({ time }) => time).sort((a, b) => a - b);
    return times[times.length >> 1] ?? 0;
  };
  const standsOn = (block: Block, base: Block) =>
    below(block).find(({ height }) => height <= base.height) === base;

  return {
    get tip() {
      return tip();
    },
    find: (hash) => blocks.get(hash),
    at: (height) => active[height],
    from: (height) => active.slice(height),
    isOnChain,
    all: () => [...blocks.values()],
    unspent: (outpoint) => unspent.get(outpoint),
    spentBy(block, tx) {
      const spent = tx.inputs.map(({ outpoint }) => undos.get(block.hash)?.get(outpoint));
      return spent.every((output) => output !== undefined) ? spent : undefined;
    },
    allUnspent: () => unspent.entries(),
    medianTime,
    next: () => ({ height: tip().height + 1, medianTime: medianTime() }),
    add(added) {
      for (const block of added) blocks.set(block.hash, block);
      const [only] = added;
      // What nearly always happens needs no look at all the others.
      if (added.length === 1 && only?.previous === tip().hash) return moveTo(only);
      return moveTo(best());
    },
    invalidate(block) {
      invalid.add(block.hash);
      return moveTo(best());
    },
    reconsider(block) {
      for (const hash of invalid) {
        const other = blocks.get(hash);
        if (other && (standsOn(block, other) || standsOn(other, block))) invalid.delete(hash);
      }
      return moveTo(best());
    },
    invalidated: () => [...invalid],
  };
}
