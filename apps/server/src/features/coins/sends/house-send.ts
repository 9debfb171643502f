/** The house sends from its own wallet: for what members sell, and for whatever else leaves it. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { virtualSize } from '../../../utxo/plan.ts';
import { unitsText } from '../../../utxo/units.ts';
import type { ColdPlace } from '../custody/sweep-queries.ts';
import { type CoinParts, needNetwork, needNode } from '../parts.ts';
import { house, lockWallet } from '../wallets/wallet-queries.ts';
import { nameOf } from '../wallets/wallets.ts';
import type { Fees } from './fees.ts';
import { needScript, requireAboveDust, writeSend } from './write-send.ts';

export type HouseSendParts = Pick<CoinParts, 'nodes' | 'wishKey'> & { readonly fees: Fees };

/** What leaves the house's wallet. */
export interface HouseSend {
  readonly coin: Coin;
  readonly address: string;
  /** Smallest units; the network's fee is the house's, and comes on top. */
  readonly value: bigint;
  /** The sell order that it pays for, or the place in the cold account to which it goes when somebody lets it. */
  readonly for: { readonly saleId: string | null } | ColdPlace;
  /** Smallest units for each virtual byte, as `houseFee` answers. */
  readonly rate: number;
}

/** What the network takes of the house for each virtual byte; asked before the transaction. Refuses `coins.no_fee`. */
export async function houseFee({ nodes, fees }: HouseSendParts, coin: Coin): Promise<number> {
  const node = needNode({ nodes }, coin);
  const { normal } = await fees(node, networkOf(coin, node.network));
  return normal;
}

/**
 * Sends from the house's wallet, whose row is the last that the caller's transaction locks. Answers the transfer, which
 * moves on by itself. Refuses `coins.held`, `coins.dust`, what is wrong with an address, and `coins.house_short`, which says what there
 * is and what is needed.
 */
export async function sendFromHouse(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes' | 'wishKey'>,
  { coin, address, value, for: reason, rate }: HouseSend,
): Promise<string> {
  const network = needNetwork(parts, coin);
  const script = needScript(address, network);
  requireAboveDust(value, script, network);
  const wallet = await lockWallet(tx, parts, coin, house);
  const cold = 'xpub' in reason ? reason : undefined;
  const saleId = 'xpub' in reason ? null : reason.saleId;
  const wanted = { network, script, address, value, rate, saleId, cold };
  const sent = wallet
    ? await writeSend(tx, parts, {
        ...wanted,
        wallet,
        comment: '',
        orderId: null,
        requestKey: null,
        // What goes to the cold account has no hurry, and no limit of the shop's own: somebody looks at it.
        waits: cold && { goesAt: null },
      })
    : { there: 0n };
  if (typeof sent === 'string') return sent;
  const least = value + virtualSize(1, [script, script]) * BigInt(rate);
  throw new Refusal('coins.house_short', {
    coin: nameOf[coin],
    there: unitsText(sent.there),
    needed: unitsText(least),
  });
}
