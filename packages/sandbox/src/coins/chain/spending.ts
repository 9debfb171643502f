/** Consensus rules of transactions. */
import { maturity, satoshiPerCoin } from './parameters.ts';
import { codes, Refusal, rejected } from './refusal.ts';
import { isSigned } from './signatures.ts';
import { isCoinbase, type Output, type Tx } from './transactions.ts';

/** An output that can be spent. */
export interface Unspent extends Output {
  /** Of the block it is in. */
  readonly height: number;
  readonly coinbase: boolean;
}

/** The block a transaction is to be in. */
export interface Place {
  readonly height: number;
  /** Median time past, in seconds. */
  readonly medianTime: number;
}

export interface Spending {
  /** In satoshi. */
  readonly fee: bigint;
  readonly spent: readonly Unspent[];
}

const mostSatoshi = 84_000_000n * satoshiPerCoin;
const finalSequence = 0xffff_ffff;
/** Below it a lock time is a height, from there on seconds. */
const firstLockSecond = 500_000_000;

/** Checks of a transaction without its context. */
export function checkShape(tx: Tx): void {
  if (isCoinbase(tx)) throw rejected('coinbase');
  if (tx.outputs.length === 0) throw rejected('bad-txns-vout-empty');
  const total = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (total > mostSatoshi) throw rejected('bad-txns-txouttotal-toolarge');
  if (new Set(tx.inputs.map(({ outpoint }) => outpoint)).size < tx.inputs.length)
    throw rejected('bad-txns-inputs-duplicate');
}

/** Whether its lock time lets a transaction be in a block (BIP113). */
function isFinal({ locktime, inputs }: Tx, { height, medianTime }: Place): boolean {
  const limit = locktime < firstLockSecond ? height : medianTime;
  return locktime < limit || inputs.every(({ sequence }) => sequence === finalSequence);
}

/** Relative lock times (BIP68) are refused: no test needs them. */
const locksByAge = ({ version, inputs }: Tx): boolean =>
  version >= 2 &&
  inputs.some(({ sequence }) => sequence < 0x8000_0000 && (sequence & 0xffff) !== 0);

/**
 * What a transaction spends and leaves as a fee. `find` answers an output that is unspent so far. Its
 * signatures are another matter: `checkSignatures`.
 */
export function checkSpending(
  tx: Tx,
  find: (outpoint: string) => Unspent | undefined,
  place: Place,
): Spending {
  if (!isFinal(tx, place)) throw rejected('non-final');
  const spent = tx.inputs.map(({ outpoint }) => {
    const found = find(outpoint);
    if (!found) throw new Refusal(codes.transaction, 'bad-txns-inputs-missingorspent');
    return found;
  });
  if (locksByAge(tx)) throw rejected('non-BIP68-final');
  if (spent.some(({ coinbase, height }) => coinbase && place.height - height < maturity))
    throw rejected('bad-txns-premature-spend-of-coinbase');
  const sum = (outputs: readonly Output[]) => outputs.reduce((all, { value }) => all + value, 0n);
  const fee = sum(spent) - sum(tx.outputs);
  if (fee < 0n) throw rejected('bad-txns-in-belowout');
  return { fee, spent };
}

/** What was right stays right: an outpoint names one output for ever. A thousand checks take seconds. */
const signed = new WeakSet<Tx>();

export function checkSignatures(tx: Tx, { spent }: Spending): void {
  if (signed.has(tx)) return;
  if (!tx.inputs.every((_, index) => isSigned({ tx, index, spent }))) {
    const why = 'signature is wrong or this kind of output is not spent in the sandbox';
    throw rejected(`mandatory-script-verify-flag-failed (${why})`);
  }
  signed.add(tx);
}
