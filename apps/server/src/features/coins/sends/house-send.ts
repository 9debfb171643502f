/** Sends from the house's wallet: payouts for sold cards, and sweeps. */
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

/** A send from the house's wallet. */
export interface HouseSend {
  readonly coin: Coin;
  readonly address: string;
  /** Smallest units, without the network fee, which the house pays on top. */
  readonly value: bigint;
  /** The sell order it pays, or the cold address of a sweep. */
  readonly for: { readonly saleId: string | null } | ColdPlace;
  /** Smallest units per virtual byte, from `houseFee`. */
  readonly rate: number;
}

/** The fee rate of house sends, asked before the transaction. Refuses `coins.unavailable` and `coins.no_fee`. */
export async function houseFee({ nodes, fees }: HouseSendParts, coin: Coin): Promise<number> {
  const node = needNode({ nodes }, coin);
  const { normal } = await fees(node, networkOf(coin, node.network));
  return normal;
}

/**
 * Creates a send from the house's wallet, whose row must be the last lock of the caller's transaction; returns its id.
 * Refuses `coins.unavailable`, `coins.held`, `coins.dust`, an invalid address, and `coins.house_short` with the
 * available and the needed amount.
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
        // A sweep always waits for an operator, whatever its amount.
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
