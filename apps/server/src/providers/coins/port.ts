/** A node of a coin's network: the chain, the mempool, and broadcasting. */
import type { Coin, CoinNetwork } from '@giftlane/contract/money/coins.ts';
import type { Outcome } from '../outcome.ts';

/** The tip of a node. */
export interface NodeTip {
  readonly height: number;
  readonly hash: string;
  /** Total work of its chain: less than before means lost blocks. */
  readonly work: bigint;
}

/** One of the two ends of a payment: the output `vout` of the transaction `txid`. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

export interface NodeOutput {
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
  /** The locking script, hex. Outputs without one, as MWEB has them, and such as bring nothing are left out. */
  readonly script: string;
}

export interface NodeTransaction {
  readonly txid: string;
  /** What it spends; empty where its coins are new. */
  readonly spends: readonly Outpoint[];
  readonly outputs: readonly NodeOutput[];
  /** `coinbase` and `hogex` (where MWEB gives coins back) can be spent after a while only. */
  readonly kind: 'plain' | 'coinbase' | 'hogex';
}

export interface NodeBlock {
  readonly hash: string;
  /** The block before; empty for the first one. */
  readonly previous: string;
  readonly height: number;
  readonly transactions: readonly NodeTransaction[];
}

/** Why a node can not be used, for operators. */
export type NodeProblem = 'wrong_network' | 'too_old' | 'pruned';

/** Fee rates, smallest units per virtual byte. */
export interface FeeRates {
  /** To be in one of the next `blocks`; undefined where the node can not tell. */
  readonly estimate: number | undefined;
  /** The mempool's minimum. */
  readonly floor: number;
}

/**
 * Decides on codes and fresh look-ups, never on texts. Whatever is not an answer is `unknown`: the node is away,
 * starting, or refused the password.
 */
export interface CoinNode {
  readonly coin: Coin;
  readonly network: CoinNetwork;
  /** Refused where the node can not be used at all. */
  tip(): Promise<Outcome<NodeTip, NodeProblem>>;
  /** The hash of its block at a height; refused where it has none there. */
  hashAt(height: number): Promise<Outcome<string, 'no_block'>>;
  block(hash: string): Promise<Outcome<NodeBlock, 'no_block'>>;
  /** Ids of the transactions that wait for a block. */
  waiting(): Promise<Outcome<readonly string[], never>>;
  /** Those of some waiting transactions that still wait. */
  transactions(txids: readonly string[]): Promise<Outcome<readonly NodeTransaction[], never>>;
  /**
   * Broadcasts a signed transaction; done too if it is in the mempool or a block already. `gone`: an input of it was
   * spent otherwise or is not there. `policy`: the node does not take it now, perhaps for its fee.
   */
  send(raw: string): Promise<Outcome<null, 'gone' | 'policy' | 'malformed'>>;
  feeRates(blocks: number): Promise<Outcome<FeeRates, never>>;
  /**
   * Fee rates of mempool transactions per virtual byte, with their unconfirmed ancestors if that is less. Those that left the mempool are left out.
   */
  feesPaid(txids: readonly string[]): Promise<Outcome<ReadonlyMap<string, number>, never>>;
  /** Confirmed unspent outputs of some scripts, by the node's UTXO set (`scantxoutset`). Slow: for checks and restoring. */
  unspentOf(
    scripts: readonly string[],
  ): Promise<
    Outcome<readonly (Outpoint & { value: bigint; script: string; height: number })[], never>
  >;
}
