/** The mempool of a node: acceptance, eviction, and what is kept over a restart. */
import type { Shelf } from '../../journal.ts';
import type { Chain, Move } from './chain.ts';
import { type Mempool, makeMempool, type Waiting } from './mempool.ts';
import type { Parameters } from './parameters.ts';
import { type Admission, admit, checkMaxFee, isInChain } from './policy.ts';
import { codes, Refusal } from './refusal.ts';
import { readTx, type Tx } from './transactions.ts';

/** What is kept of a transaction that waits. */
export interface KeptTx {
  readonly hex: string;
  /** In seconds. */
  readonly time: number;
}

export interface Intake {
  readonly mempool: Mempool;
  /** `testmempoolaccept`: answers what would happen, or refuses. */
  check(tx: Tx): Admission;
  /** Takes a transaction that pays at most `maxRate` satoshi per 1000 vbytes (0: any); answers its txid. */
  send(tx: Tx, maxRate: bigint): string;
  /** Drops one transaction and its descendants, or everything. */
  evict(txid?: string): void;
  /** Updates the mempool after a reorganisation or new blocks. */
  follow(move: Move): void;
}

interface IntakeParts {
  readonly chain: Chain;
  readonly parameters: Parameters;
  readonly kept: Shelf<KeptTx>;
  /** In seconds. */
  readonly now: () => number;
  /** Satoshi per 1000 vbytes. */
  readonly relayFloor: () => bigint;
}

/** Entries expire after two weeks, as in Core. */
const expiryS = 14 * 24 * 60 * 60;

const alreadyInChain = ({ dialect }: Parameters) =>
  new Refusal(
    codes.alreadyInChain,
    dialect === 'today'
      ? 'Transaction outputs already in utxo set'
      : 'Transaction already in block chain',
  );

/** Opens the mempool with those in it that waited when the node ended. */
export function openIntake(parts: IntakeParts): Intake {
  const { chain, parameters, kept, now } = parts;
  const mempool = makeMempool();

  const evict = (txid: string) => {
    for (const { tx } of mempool.evict(txid)) kept.drop(tx.txid);
  };
  const evictAll = () => {
    for (const { tx } of mempool.all()) evict(tx.txid);
  };
  const judge = (tx: Tx, time: number) =>
    admit(tx, { chain, mempool, parameters, relayFloor: parts.relayFloor(), now: time });
  const add = ({ waiting, replaced }: Admission) => {
    for (const { tx } of replaced) evict(tx.txid);
    mempool.add(waiting);
    kept.put(waiting.tx.txid, { hex: waiting.tx.hex, time: waiting.time });
  };
  /** Accepts again what the rules still allow; the rest is dropped, as by a real node. */
  const takeBack = (all: readonly Pick<Waiting, 'tx' | 'time'>[]) => {
    for (const { tx, time } of all) {
      try {
        add(judge(tx, time));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        kept.drop(tx.txid);
      }
    }
  };
  const expire = () => {
    for (const { tx, time } of mempool.all()) if (time + expiryS < now()) evict(tx.txid);
  };
  const leaveForBlock = ({ txid, inputs }: Tx) => {
    mempool.remove(txid);
    kept.drop(txid);
    for (const { outpoint } of inputs) {
      const rival = mempool.spenderOf(outpoint);
      if (rival) evict(rival.tx.txid);
    }
  };

  takeBack(kept.all().map(({ hex, time }) => ({ tx: readTx(hex), time })));
  return {
    mempool,
    check: (tx) => judge(tx, now()),
    send(tx, maxRate) {
      if (isInChain(tx, chain)) throw alreadyInChain(parameters);
      if (mempool.find(tx.txid)) return tx.txid;
      const admission = judge(tx, now());
      checkMaxFee(admission.waiting, maxRate);
      add(admission);
      expire();
      return tx.txid;
    },
    evict: (txid) => (txid === undefined ? evictAll() : evict(txid)),
    follow({ left, came }) {
      for (const tx of came.flatMap(({ txs }) => txs)) leaveForBlock(tx);
      if (left.length === 0) return;
      const back = left.flatMap(({ txs }) => txs.slice(1).map((tx) => ({ tx, time: now() })));
      const waiting = mempool.all();
      // Anew and in this order: what was in blocks may be what others spend.
      evictAll();
      takeBack([...back, ...waiting]);
    },
  };
}
