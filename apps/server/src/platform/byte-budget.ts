/** How many bytes of long replies, or of long bodies, one network may move in a while, counted in memory. */
import { minutes } from './durations.ts';
import { Refusal } from './refusal.ts';

export interface ByteBudget {
  /** Refuses `request.throttled` when what a network may move is used up. */
  requireLeft(network: string): void;
  /** Counts what a network is sent, or has sent. */
  spend(network: string, bytes: number): void;
}

const windowMs = minutes(1);
/** Whoever comes from more networks at once than this is stopped by nothing that counts networks. */
const mostNetworks = 10_000;

/**
 * Makes a budget of `most` bytes a minute for each network; 0 is none at all. All begin anew together, so that
 * nothing is kept of a network but a number.
 */
export function makeByteBudget(
  most: number,
  now: () => number = () => performance.now(),
): ByteBudget {
  const spent = new Map<string, number>();
  let since = now();
  const spentBy = (network: string): number => {
    if (now() - since >= windowMs) {
      spent.clear();
      since = now();
    }
    return spent.get(network) ?? 0;
  };
  return {
    requireLeft(network) {
      if (most === 0 || spentBy(network) < most) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((since + windowMs - now()) / 1_000));
      throw new Refusal('request.throttled', { retryAfterSeconds });
    },
    spend(network, bytes) {
      const before = spentBy(network);
      if (before === 0 && spent.size >= mostNetworks) spent.clear();
      spent.set(network, before + bytes);
    },
  };
}
