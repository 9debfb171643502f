/** Fee rates: the node's estimates within the network's bounds, or the last complete ones for up to 24 hours. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type FeeLevel, feeLevels } from '@giftlane/contract/money/crypto.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { hours, seconds } from '../../../platform/process/durations.ts';
import type { CoinNode } from '../../../providers/coins/port.ts';
import type { Network } from '../../../utxo/networks.ts';

/** Confirmation targets in blocks. */
export const blocksOf: Readonly<Record<FeeLevel, number>> = { fast: 2, normal: 3, slow: 6 };

/** Smallest units per virtual byte. */
export type FeesByLevel = Readonly<Record<FeeLevel, number>>;

interface Known {
  readonly atMs: number;
  readonly rates: FeesByLevel;
}

const freshMs = seconds(30);
const goodMs = hours(24);

/** Makes the function that returns a coin's fee rates, cached for 30 seconds. Refuses `coins.no_fee`. */
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
      // A later confirmation target is never dearer.
      const ordered = { slow: Math.min(slow, normal, fast), normal: Math.min(normal, fast), fast };
      known.set(node.coin, { atMs: now(), rates: ordered });
      return ordered;
    }
    if (last && now() - last.atMs < goodMs) return last.rates;
    throw new Refusal('coins.no_fee');
  };
}

export type Fees = ReturnType<typeof makeFees>;
