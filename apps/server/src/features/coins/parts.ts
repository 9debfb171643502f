import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/process/log.ts';
import type { CoinNode } from '../../providers/coins/port.ts';
import { type Network, networkOf } from '../../utxo/networks.ts';
import type { Options } from '../content/content.ts';

/** Dependencies of coins. */
export interface CoinParts {
  readonly db: Db;
  readonly log: Log;
  readonly options: Options;
  /** One node per coin of this shop. */
  readonly nodes: ReadonlyMap<Coin, CoinNode>;
  /** The HMAC key for signing requests, wallets and quotes, shared with the signer. */
  readonly wishKey: Buffer;
}

/** The node of a coin; refuses `coins.unavailable` when the shop has none. */
export function needNode({ nodes }: Pick<CoinParts, 'nodes'>, coin: Coin): CoinNode {
  const node = nodes.get(coin);
  if (!node) throw new Refusal('coins.unavailable');
  return node;
}

/** The network of a coin's node; refuses `coins.unavailable`. */
export function needNetwork(parts: Pick<CoinParts, 'nodes'>, coin: Coin): Network {
  return networkOf(coin, needNode(parts, coin).network);
}

/** Confirmations until a coin is spendable: 1 on regtest, else the option, at least 1. */
export async function confirmationsNeeded(
  { options, nodes }: Pick<CoinParts, 'options' | 'nodes'>,
  coin: Coin,
): Promise<number> {
  if (nodes.get(coin)?.network === 'regtest') return 1;
  return Math.max(1, await options.whole(`coin_confirmations_${coin}`));
}
