/** One node: chain, mempool and miner, and what of them outlives a restart. */
import type { Journal } from '../journal.ts';
import {
  type Block,
  genesisOf,
  type KeptBlock,
  keepBlock,
  makeBlock,
  readBlock,
} from './chain/blocks.ts';
import { type Chain, type Move, makeChain } from './chain/chain.ts';
import { type Intake, type KeptTx, openIntake } from './chain/intake.ts';
import { feesOf, fitting, startBlocks } from './chain/mining.ts';
import type { Parameters } from './chain/parameters.ts';
import { codes, Refusal } from './chain/refusal.ts';
import { readTx, type Tx } from './chain/transactions.ts';
import { faucetScript } from './faucet-key.ts';

export interface Reorganisation {
  /** What was in the replaced blocks is forgotten; else it waits in the mempool again. */
  readonly drop?: boolean;
  /** Transactions in hex for the first new block, such as one that spends the same differently. */
  readonly include?: readonly string[];
}

/** What can be set about a node while it runs. */
export interface Settings {
  /** In seconds; 0 is the machine's time. */
  mockTime: number;
  /** Satoshi per 1000 vbytes below which nothing is passed on. */
  relayFloor: bigint;
  /** Satoshi per 1000 vbytes the node thinks would do; a chain without traffic knows none. */
  feeEstimate: bigint | undefined;
}

export interface CoinNode extends Omit<Intake, 'follow'> {
  readonly parameters: Parameters;
  readonly chain: Chain;
  readonly settings: Settings;
  /** In seconds. */
  now(): number;
  /** Mines blocks with what waits, the reward to a script in hex. */
  mine(count: number, script?: string): Block[];
  /** Mines one block of just these transactions, whether they wait or not. */
  mineOnly(txs: readonly Tx[], script?: string): Block;
  /** Keeps a block and all above it off the chain, until it is reconsidered. */
  invalidate(block: Block): void;
  reconsider(block: Block): void;
  /** Replaces the last `depth` blocks by one more, which are empty but for what is to be included. */
  reorganise(depth: number, how?: Reorganisation): Block[];
}

/** The chain an earlier run left, or one with blocks to start with. */
function openChain(parameters: Parameters, journal: Journal): Chain {
  const blocks = journal.shelf<KeptBlock>('blocks');
  const chain = makeChain(genesisOf(parameters));
  chain.add(blocks.all().map(readBlock));
  for (const hash of journal.shelf<string>('invalid').all()) {
    const block = chain.find(hash);
    if (block) chain.invalidate(block);
  }
  if (blocks.size > 0) return chain;
  for (const block of startBlocks(parameters, faucetScript)) {
    blocks.put(block.hash, keepBlock(block));
    chain.add([block]);
  }
  return chain;
}

/** Opens the node on what an earlier run left in `journal`. */
export function openNode(parameters: Parameters, journal: Journal): CoinNode {
  const blocks = journal.shelf<KeptBlock>('blocks');
  const invalid = journal.shelf<string>('invalid');
  const chain = openChain(parameters, journal);
  const settings: Settings = {
    mockTime: 0,
    relayFloor: parameters.relayFloor,
    feeEstimate: undefined,
  };
  const now = () => settings.mockTime || Math.floor(Date.now() / 1_000);
  const { follow, ...intake } = openIntake({
    chain,
    parameters,
    kept: journal.shelf<KeptTx>('mempool'),
    now,
    relayFloor: () => settings.relayFloor,
  });

  const extend = (txs: readonly Tx[], script: string) => {
    const fees = feesOf(txs, chain);
    const time = Math.max(chain.medianTime() + 1, now());
    const block = makeBlock({ previous: chain.tip, time, txs, fees, script }, parameters);
    blocks.put(block.hash, keepBlock(block));
    follow(chain.add([block]));
    return block;
  };
  const moved = (move: Move) => {
    const hashes = chain.invalidated();
    for (const hash of invalid.all()) if (!hashes.includes(hash)) invalid.drop(hash);
    for (const hash of hashes) if (!invalid.get(hash)) invalid.put(hash, hash);
    follow(move);
  };
  const lowestOf = (depth: number) => {
    const { height } = chain.tip;
    const lowest = Number.isInteger(depth) && depth >= 1 ? chain.at(height - depth + 1) : undefined;
    if (lowest && lowest.height > 0) return lowest;
    throw new Refusal(codes.parameter, `depth: a whole number from 1 to ${height}`);
  };

  return {
    ...intake,
    parameters,
    chain,
    settings,
    now,
    mine: (count, script = faucetScript) =>
      Array.from({ length: count }, () =>
        extend(fitting(intake.mempool.all().map(({ tx }) => tx)), script),
      ),
    mineOnly: (txs, script = faucetScript) => extend(txs, script),
    invalidate: (block) => moved(chain.invalidate(block)),
    reconsider: (block) => moved(chain.reconsider(block)),
    reorganise(depth, { drop = false, include = [] } = {}) {
      const lowest = lowestOf(depth);
      const replaced = chain.from(lowest.height);
      const contents = [include.map(readTx), ...replaced.map(() => [])];
      moved(chain.invalidate(lowest));
      try {
        return contents.map((txs) => extend(txs, faucetScript));
      } finally {
        // It is no invalid branch but one with less work; it is the chain again if `include` was refused.
        moved(chain.reconsider(lowest));
        if (drop && !chain.isOnChain(lowest))
          for (const { txid } of replaced.flatMap(({ txs }) => txs)) intake.evict(txid);
      }
    },
  };
}
