/** Mempool acceptance: consensus rules and relay policy. */
import type { Chain } from './chain.ts';
import type { Mempool, Waiting } from './mempool.ts';
import type { Parameters } from './parameters.ts';
import { codes, Refusal, rejected } from './refusal.ts';
import { conflictsOf, feeAt, replacedBy } from './replacement.ts';
import { dustOf, kindOf } from './scripts.ts';
import { checkShape, checkSignatures, checkSpending, type Spending } from './spending.ts';
import { outpointOf, type Tx } from './transactions.ts';

export interface Surroundings {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly parameters: Parameters;
  /** Satoshi per 1000 vbytes below which nothing is passed on. */
  readonly relayFloor: bigint;
  /** In seconds. */
  readonly now: number;
}

export interface Admission {
  readonly waiting: Waiting;
  readonly replaced: readonly Waiting[];
}

const maxWeight = 400_000;
const mostInChain = 25;
const maxDataBytes = 83;

/** Whether it is standard (`IsStandardTx`). */
function checkStandard(tx: Tx, parameters: Parameters): void {
  const versions = parameters.dialect === 'today' ? [1, 2, 3] : [1, 2];
  if (!versions.includes(tx.version)) throw rejected('version');
  if (tx.weight > maxWeight) throw rejected('tx-size');
  for (const { script, value } of tx.outputs) {
    const kind = kindOf(script);
    const tooLong = kind === 'nulldata' && script.length / 2 > maxDataBytes;
    if (kind === 'nonstandard' || tooLong) throw rejected('scriptpubkey');
    if (value < dustOf(script, parameters)) throw rejected('dust');
  }
}

/** Limits of ancestors and descendants: 25, itself included. */
function checkLength(tx: Tx, mempool: Mempool, leaving: ReadonlySet<string>): void {
  const staying = (all: readonly Waiting[]) => all.filter((one) => !leaving.has(one.tx.txid));
  const above = staying(mempool.above(tx));
  if (above.length + 1 > mostInChain)
    throw rejected(
      `too-long-mempool-chain, too many unconfirmed ancestors [limit: ${mostInChain}]`,
    );
  const full = above.find((one) => staying(mempool.below(one.tx.txid)).length + 2 > mostInChain);
  if (full)
    throw rejected(
      `too-long-mempool-chain, too many descendants for tx ${full.tx.txid} [limit: ${mostInChain}]`,
    );
}

function spendingOf(tx: Tx, { chain, mempool }: Surroundings): Spending {
  const next = chain.next();
  const find = (outpoint: string) =>
    chain.unspent(outpoint) ?? mempool.output(outpoint, next.height);
  return checkSpending(tx, find, next);
}

export const isInChain = ({ txid, outputs }: Tx, chain: Chain): boolean =>
  outputs.some((_, vout) => chain.unspent(outpointOf(txid, vout)) !== undefined);

/**
 * Whether a node would take `tx`, and what would leave for it. Changes nothing. Refuses with Core's code and
 * its words for the reason.
 */
export function admit(tx: Tx, around: Surroundings): Admission {
  const { chain, mempool, parameters, relayFloor, now } = around;
  checkShape(tx);
  checkStandard(tx, parameters);
  if (mempool.find(tx.txid)) throw rejected('txn-already-in-mempool');
  if (isInChain(tx, chain)) throw new Refusal(codes.alreadyInChain, 'txn-already-known');
  if (!parameters.replaces && conflictsOf(tx, mempool).length > 0)
    throw rejected('txn-mempool-conflict');
  const spending = spendingOf(tx, around);
  const { fee } = spending;
  const least = feeAt(relayFloor, tx.vsize);
  if (fee < least) throw rejected(`min relay fee not met, ${fee} < ${least}`);
  const replaced = replacedBy({ tx, fee, relayFloor }, mempool);
  checkLength(tx, mempool, new Set(replaced.map((one) => one.tx.txid)));
  checkSignatures(tx, spending);
  return { waiting: { tx, fee, time: now, height: chain.tip.height }, replaced };
}

/** Refuses a fee that is more than the caller meant, at `maxRate` satoshi per 1000 vbytes; 0 means any. */
export function checkMaxFee({ tx, fee }: Waiting, maxRate: bigint): void {
  if (maxRate > 0n && fee > feeAt(maxRate, tx.vsize))
    throw new Refusal(
      codes.transaction,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
}
