/** What the network is paid: the node's word within bounds, and the last good one while it is of today. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type FeeLevel, feeLevels } from '@giftlane/contract/money/crypto.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { hours, seconds } from '../../../platform/process/durations.ts';
import type { CoinNode } from '../../../providers/coins/port.ts';
import type { Network } from '../../../utxo/networks.ts';

/** Blocks in which a send should be, by how soon it is wished. */
export const blocksOf: Readonly<Record<FeeLevel, number>> = { fast: 2, normal: 3, slow: 6 };

/** Smallest units for each virtual byte, by how soon. */
export type FeesByLevel = Readonly<Record<FeeLevel, number>>;

interface Known {
  readonly atMs: number;
  readonly rates: FeesByLevel;
}

const freshMs = seconds(30);
const goodMs = hours(24);

/** Makes what answers the rates of a coin; each process asks its node now and then. */
export function makeFees(now: () => number = () => Date.now()) {
  const known = new Map<Coin, Known>();
  return async (node: CoinNode, network: Network): Promise<FeesByLevel> => {
    const last = known.get(node.coin);
    if (last && now() - last.atMs < freshMs) return last.rates;
    const asked = await Promise.all(feeLevels.map((level) => node.feeRates(blocksOf[level])));
    const rates: Partial<Record<FeeLevel, number>> = {};
    feeLevels.forEach((level, i) => {
      const answer = asked[i];
      if (answer?.kind !== 'done') return;
      const { estimate = network.fallbackRate, floor } = answer.value;
      if (estimate === undefined) return;
      const least = Math.max(floor, network.leastRate);
      rates[level] = Math.min(Math.max(Math.ceil(estimate), least), network.mostRate);
    });
    const { slow, normal, fast } = rates;
    if (slow !== undefined && normal !== undefined && fast !== undefined) {
      // A later block is never dearer.
      const ordered = { slow: Math.min(slow, normal, fast), normal: Math.min(normal, fast), fast };
      known.set(node.coin, { atMs: now(), rates: ordered });
      return ordered;
    }
    if (last && now() - last.atMs < goodMs) return last.rates;
    throw new Refusal('coins.no_fee');
  };
}

export type Fees = ReturnType<typeof makeFees>;
