/** Replacement of conflicting mempool transactions (BIP125, rules 2 to 5). */
import type { Mempool, Waiting } from './mempool.ts';
import { rejected } from './refusal.ts';
import type { Tx } from './transactions.ts';

/** Satoshi for `vsize` vbytes at a rate per 1000, rounded as Core does. */
export const feeAt = (ratePerKvb: bigint, vsize: number): bigint =>
  (ratePerKvb * BigInt(vsize)) / 1_000n;

const mostReplaced = 100;

const isUnique = <T>(thing: T, index: number, all: readonly T[]) => all.indexOf(thing) === index;

interface Replacement {
  readonly tx: Tx;
  readonly fee: bigint;
  /** Incremental relay fee, satoshi per 1000 vbytes. */
  readonly relayFloor: bigint;
}

/** The direct conflicts of `tx`. */
export const conflictsOf = (tx: Tx, mempool: Mempool): Waiting[] =>
  tx.inputs
    .map(({ outpoint }) => mempool.spenderOf(outpoint))
    .filter((waiting) => waiting !== undefined)
    .filter(isUnique);

/**
 * All that leaves when `tx` comes; refuses one that does not pay for it. That nobody said so before (rule 1) is
 * no hindrance: for Bitcoin Core it is none since 28.0.
 */
export function replacedBy({ tx, fee, relayFloor }: Replacement, mempool: Mempool): Waiting[] {
  const conflicts = conflictsOf(tx, mempool);
  if (conflicts.length === 0) return [];
  const all = conflicts.flatMap((one) => [one, ...mempool.below(one.tx.txid)]).filter(isUnique);
  const known = new Set(conflicts.flatMap((one) => one.tx.inputs.map(({ outpoint }) => outpoint)));
  const leaving = new Set(all.map((one) => one.tx.txid));
  if (tx.inputs.some(({ txid }) => leaving.has(txid)))
    throw rejected('bad-txns-spends-conflicting-tx');
  if (all.length > mostReplaced) throw rejected('too many potential replacements');
  if (tx.inputs.some(({ txid, outpoint }) => mempool.find(txid) && !known.has(outpoint)))
    throw rejected('replacement-adds-unconfirmed');
  const paysLess = (one: Waiting) => fee * BigInt(one.tx.vsize) <= one.fee * BigInt(tx.vsize);
  const before = all.reduce((sum, one) => sum + one.fee, 0n);
  if (conflicts.some(paysLess) || fee < before + feeAt(relayFloor, tx.vsize))
    throw rejected(`insufficient fee, rejecting replacement ${tx.txid}`);
  return all;
}
