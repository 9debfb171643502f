import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/process/log.ts';
import type { CoinNode } from '../../providers/coins/port.ts';
import { type Network, networkOf } from '../../utxo/networks.ts';
import type { Options } from '../content/content.ts';

/** What coins work with. */
export interface CoinParts {
  readonly db: Db;
  readonly log: Log;
  readonly options: Options;
  /** The nodes of the coins this shop has. */
  readonly nodes: ReadonlyMap<Coin, CoinNode>;
  /** What the signer knows a wish of the shop by. */
  readonly wishKey: Buffer;
}

/** The node of a coin; refuses `coins.unavailable` where the shop has none. */
export function needNode({ nodes }: Pick<CoinParts, 'nodes'>, coin: Coin): CoinNode {
  const node = nodes.get(coin);
  if (!node) throw new Refusal('coins.unavailable');
  return node;
}

/** The network a coin's node is on; refuses like `needNode`. */
export function needNetwork(parts: Pick<CoinParts, 'nodes'>, coin: Coin): Network {
  return networkOf(coin, needNode(parts, coin).network);
}

/** Confirmations a coin needs until it can be spent: one where it is worth nothing, else the site option. */
export async function confirmationsNeeded(
  { options, nodes }: Pick<CoinParts, 'options' | 'nodes'>,
  coin: Coin,
): Promise<number> {
  if (nodes.get(coin)?.network === 'regtest') return 1;
  return Math.max(1, await options.whole(`coin_confirmations_${coin}`));
}
