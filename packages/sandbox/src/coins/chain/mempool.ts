/** Unconfirmed transactions, each after its parents. */
import type { Unspent } from './spending.ts';
import { outpointOf, type Tx } from './transactions.ts';

export interface Waiting {
  readonly tx: Tx;
  /** In satoshi. */
  readonly fee: bigint;
  /** When it came, in seconds. */
  readonly time: number;
  /** Of the chain when it came. */
  readonly height: number;
}

export interface Mempool {
  readonly size: number;
  find(txid: string): Waiting | undefined;
  all(): Waiting[];
  /** The one that spends an output. */
  spenderOf(outpoint: string): Waiting | undefined;
  /** An output of a transaction that waits, as if it were in the next block at `height`. */
  output(outpoint: string, height: number): Unspent | undefined;
  /** Its ancestors. */
  above(tx: Tx): Waiting[];
  /** Its descendants. */
  below(txid: string): Waiting[];
  add(waiting: Waiting): void;
  /** Removes it alone: it is in a block. */
  remove(txid: string): void;
  /** Removes it and its descendants; answers all of them. */
  evict(txid: string): Waiting[];
}

/** The transactions a walk reaches, each once and in the order they were found; without the first. */
function reach(first: Tx, step: (tx: Tx) => readonly (Waiting | undefined)[]): Waiting[] {
  const found = new Map<string, Waiting>();
  const walk = (tx: Tx) => {
    for (const next of step(tx)) {
      if (!next || found.has(next.tx.txid)) continue;
      found.set(next.tx.txid, next);
      walk(next.tx);
    }
  };
  walk(first);
  return [...found.values()];
}

export function makeMempool(): Mempool {
  const waiting = new Map<string, Waiting>();
  const spenders = new Map<string, string>();
  const find = (txid: string) => waiting.get(txid);
  const spenderOf = (outpoint: string) => find(spenders.get(outpoint) ?? '');
  const below = (txid: string) => {
    const first = find(txid);
    const children = (tx: Tx) => tx.outputs.map((_, vout) => spenderOf(outpointOf(tx.txid, vout)));
    return first ? reach(first.tx, children) : [];
  };
  const remove = (txid: string) => {
    for (const { outpoint } of find(txid)?.tx.inputs ?? []) spenders.delete(outpoint);
    waiting.delete(txid);
  };
  return {
    get size() {
      return waiting.size;
    },
    find,
    all: () => [...waiting.values()],
    spenderOf,
    output(outpoint, height) {
      const [txid = '', vout] = outpoint.split(':');
      const output = find(txid)?.tx.outputs[Number(vout)];
      return output && { ...output, height, coinbase: false };
    },
    above: (tx) => reach(tx, ({ inputs }) => inputs.map(({ txid }) => find(txid))),
    below,
    add(added) {
      waiting.set(added.tx.txid, added);
      for (const { outpoint } of added.tx.inputs) spenders.set(outpoint, added.tx.txid);
    },
    remove,
    evict(txid) {
      const first = find(txid);
      if (!first) return [];
      const all = [first, ...below(txid)];
      for (const { tx } of all) remove(tx.txid);
      return all;
    },
  };
}
