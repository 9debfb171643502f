/** Fee quotes of a send, and the largest amount that can be sent. */

import type { Data } from '@giftlane/contract/call.ts';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { feeLevels, type quoteFee } from '@giftlane/contract/money/crypto.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { mostPayable, planPayment } from '../../../utxo/plan.ts';
import { spendable } from '../chain/output-queries.ts';
import { type CoinParts, needNode } from '../parts.ts';
import { blocksOf, type Fees } from '../sends/fees.ts';
import { needScript, requireAboveDust } from '../sends/write-send.ts';
import { findWallet, isOwnScript } from './wallet-queries.ts';

interface FeeWish {
  readonly coin: Coin;
  readonly amount: bigint | undefined;
  readonly receiveAddress: string | undefined;
}

/** A P2WPKH script, for the size of the output while no address is known. */
const usualScript = `0014${'00'.repeat(20)}`;

/** True when one output of `units` can be sent, in part, at the lowest fee rate. */
export function canLeave(coin: Coin, units: bigint): boolean {
  const network = networkOf(coin, 'main');
  const output = { txid: '', vout: 0, value: units, script: usualScript };
  return mostPayable([output], { to: usualScript, rate: network.leastRate, network }) > 0n;
}

/**
 * Fees of a send for each fee level, in smallest units; reserves nothing. Without an amount only rates and the largest
 * sendable amount are quoted. Refuses an invalid address, an amount below dust, `coins.unavailable`, `coins.no_wallet`,
 * `coins.own_address` and `coins.no_fee`.
 */
export async function quoteFees(
  parts: CoinParts & { readonly fees: Fees },
  memberId: string,
  { coin, amount, receiveAddress }: FeeWish,
): Promise<Data<typeof quoteFee>> {
  const node = needNode(parts, coin);
  const network = networkOf(coin, node.network);
  const to = receiveAddress === undefined ? usualScript : needScript(receiveAddress, network);
  const wallet = await findWallet(parts.db, parts, coin, memberId);
  if (!wallet) throw new Refusal('coins.no_wallet');
  if (receiveAddress !== undefined && (await isOwnScript(parts.db, wallet.id, to)))
    throw new Refusal('coins.own_address');
  if (amount !== undefined) requireAboveDust(amount, to, network);
  const [rates, outputs] = await Promise.all([
    parts.fees(node, network),
    spendable(parts.db, wallet.id),
  ]);
  return feeLevels.map((level) => {
    const rate = rates[level];
    const plan =
      amount === undefined
        ? undefined
        : planPayment(outputs, { to, value: amount, change: usualScript, rate, network });
    return {
      eFee: level,
      nRate: rate,
      nFee: Number(plan?.fee ?? 0n),
      nMinutes: Math.ceil(blocksOf[level] * network.blockMinutes),
      nMost: Number(mostPayable(outputs, { to, rate, network })),
    };
  });
}
