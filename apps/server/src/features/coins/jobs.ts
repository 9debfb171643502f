/** Chores of each coin: follow its chain, broadcast signed sends, and release or drop held sends. */
import { coins } from '@giftlane/contract/money/coins.ts';
import type { Chore } from '../../jobs/jobs.ts';
import { seconds } from '../../platform/process/durations.ts';
import { makeWatcher } from './chain/watch.ts';
import { dropStopped, releaseDue } from './custody/approvals.ts';
import type { CoinParts } from './parts.ts';
import { broadcastSigned } from './sends/broadcast.ts';

/** The chores of all coins of this shop. */
export function coinChores(parts: CoinParts): Chore[] {
  const watch = makeWatcher(parts);
  return coins
    .filter((coin) => parts.nodes.has(coin))
    .flatMap((coin) => [
      {
        name: `coins.watch_${coin}`,
        everyMs: seconds(2),
        run: async (stopping) => {
          await watch(coin, stopping);
        },
      },
      {
        name: `coins.hand_in_${coin}`,
        everyMs: seconds(1),
        run: (stopping) => broadcastSigned(parts, coin, stopping),
      },
      {
        name: `coins.release_${coin}`,
        everyMs: seconds(10),
        run: async (stopping) => {
          await dropStopped(parts, coin, stopping);
          await releaseDue(parts, coin, stopping);
        },
      },
    ]);
}
