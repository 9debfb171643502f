/** Which outputs a send spends, and what it makes. Pure: the same outputs give the same transaction. */
import type { Network } from './networks.ts';

/** An output that can be spent. */
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
  /** What is paid first, then what comes back, if any does. */
  readonly outputs: readonly PlannedOutput[];
  readonly fee: bigint;
}

/** A quarter of a virtual byte each: an input with its key and signature, and what every transaction has. */
const inputWeight = 272n;
const baseWeight = 42n;
const outputWeight = ({ length }: string) => 4n * (9n + BigInt(length / 2));

/** How long a transaction is at most, in virtual bytes. */
export function virtualSize(inputs: number, scripts: readonly string[]): bigint {
  const outputs = scripts.reduce((sum, script) => sum + outputWeight(script), 0n);
  return (baseWeight + inputWeight * BigInt(inputs) + outputs + 3n) / 4n;
}

/** Nodes take no more for each virtual byte than a tenth of a coin for a thousand; this stays below. */
const mostBumpRate = 9_000;

/** The most a transaction of this size may pay. One that pays nobody speeds others up, and pays for them, too. */
export function mostFee(size: bigint, { mostRate }: Network, paysNobody: boolean): bigint {
  return size * BigInt(paysNobody ? mostBumpRate : mostRate);
}

const isWitness = (script: string) => /^(?:00|5[1-9a-f]|60)/.test(script);

/** The least a node takes in an output: what costs more to spend than it is worth is dust. */
export function dustOf(script: string, { dustRate }: Network): bigint {
  const bytes = 9n + BigInt(script.length / 2) + (isWitness(script) ? 67n : 148n);
  return bytes * dustRate;
}

/** More would be too long for nodes to pass on; whoever has so many small outputs sends in parts. */
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
  /** Where what is left goes. */
  readonly change: string;
  /** Smallest units for each virtual byte. */
  readonly rate: number;
  readonly network: Network;
}

/** The most that goes along with the fee because it is not worth an output of its own, to this script. */
export const mostLeft = (script: string, network: Network): bigint =>
  mostFee((outputWeight(script) + 3n) / 4n, network, false) + dustOf(script, network);

/** Plans a payment of exactly `value`, the largest outputs first; undefined when they do not suffice. */
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
    // What would be dust goes to the network with the fee.
    if (sum - value >= virtualSize(inputs.length, [to]) * perByte)
      return { inputs, outputs: [{ script: to, value }], fee: sum - value };
  }
  return undefined;
}

/**
 * The most that can be paid to one script out of these outputs, its fee aside; 0 where it would be dust. An output
 * that costs more than it brings stays where it is.
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
