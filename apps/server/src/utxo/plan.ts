/** Chooses the outputs that a send spends and creates. Deterministic: the same outputs give the same transaction. */
import type { Network } from './networks.ts';

/** An unspent output. */
export interface Spendable {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  /** Hex. */
  readonly script: string;
}

export interface PlannedOutput {
  readonly script: string;
  readonly value: bigint;
}

export interface Plan<S extends Spendable> {
  readonly inputs: readonly S[];
  /** Payment first, then change, if any. */
  readonly outputs: readonly PlannedOutput[];
  readonly fee: bigint;
}

/** Weight units, a quarter of a virtual byte each: a signed P2WPKH input, and the fixed part of a transaction. */
const inputWeight = 272n;
const baseWeight = 42n;
const outputWeight = ({ length }: string) => 4n * (9n + BigInt(length / 2));

/** The largest size of a signed transaction, in virtual bytes. */
export function virtualSize(inputs: number, scripts: readonly string[]): bigint {
  const outputs = scripts.reduce((sum, script) => sum + outputWeight(script), 0n);
  return (baseWeight + inputWeight * BigInt(inputs) + outputs + 3n) / 4n;
}

/** Below 10,000 per virtual byte, above which nodes by default refuse to send (0.1 coin per 1,000). */
const mostBumpRate = 9_000;

/**
 * The highest fee accepted for a transaction of this size. One without a payment bumps the fee of others, so it may
 * pay more.
 */
export function mostFee(size: bigint, { mostRate }: Network, paysNobody: boolean): bigint {
  return size * BigInt(paysNobody ? mostBumpRate : mostRate);
}

const isWitness = (script: string) => /^(?:00|5[1-9a-f]|60)/.test(script);

/** The least value of an output that nodes relay; below it spending costs more than it brings (dust). */
export function dustOf(script: string, { dustRate }: Network): bigint {
  const bytes = 9n + BigInt(script.length / 2) + (isWitness(script) ? 67n : 148n);
  return bytes * dustRate;
}

/** More inputs would exceed the size that nodes relay; larger amounts are sent in parts. */
export const mostInputs = 500;

const largestFirst = (a: Spendable, b: Spendable) =>
  a.value === b.value
    ? a.txid === b.txid
      ? a.vout - b.vout
      : a.txid < b.txid
        ? -1
        : 1
    : a.value > b.value
      ? -1
      : 1;

interface Wanted {
  readonly to: string;
  readonly value: bigint;
  /** The script for change. */
  readonly change: string;
  /** Smallest units per virtual byte. */
  readonly rate: number;
  readonly network: Network;
}

/** The most that a send without change may add to the fee, because change to this script would be dust. */
export const mostLeft = (script: string, network: Network): bigint =>
  mostFee((outputWeight(script) + 3n) / 4n, network, false) + dustOf(script, network);

/** Plans a payment of exactly `value` from the largest outputs; undefined when `mostInputs` of them do not suffice. */
export function planPayment<S extends Spendable>(
  outputs: readonly S[],
  { to, value, change, rate, network }: Wanted,
): Plan<S> | undefined {
  const inputs: S[] = [];
  let sum = 0n;
  const perByte = BigInt(rate);
  const least = dustOf(change, network);
  for (const output of outputs.toSorted(largestFirst).slice(0, mostInputs)) {
    inputs.push(output);
    sum += output.value;
    const withChange = virtualSize(inputs.length, [to, change]) * perByte;
    const left = sum - value - withChange;
    if (left >= least)
      return {
        inputs,
        outputs: [
          { script: to, value },
          { script: change, value: left },
        ],
        fee: withChange,
      };
    // Change that would be dust is added to the fee.
    if (sum - value >= virtualSize(inputs.length, [to]) * perByte)
      return { inputs, outputs: [{ script: to, value }], fee: sum - value };
  }
  return undefined;
}

/**
 * The most that these outputs can pay to one script after the fee; 0 when that is dust. Outputs that cost more than
 * they bring are not spent.
 */
export function mostPayable(
  outputs: readonly Spendable[],
  { to, rate, network }: Pick<Wanted, 'to' | 'rate' | 'network'>,
): bigint {
  let sum = 0n;
  let most = 0n;
  outputs
    .toSorted(largestFirst)
    .slice(0, mostInputs)
    .forEach(({ value }, i) => {
      sum += value;
      const left = sum - virtualSize(i + 1, [to]) * BigInt(rate);
      if (left > most) most = left;
    });
  return most >= dustOf(to, network) ? most : 0n;
}
