/** Decides which sends are held before signing: for an operator, or for a day in which the member can cancel. */

import type { Coin } from '@giftlane/contract/money/coins.ts';
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Member } from '../../accounts/accounts.ts';
import { coinRate, worthOf } from '../../rates/rates.ts';
import { inADay, largestBefore, type PendingApproval } from '../custody/approval-queries.ts';
import type { CoinParts } from '../parts.ts';
import { coinsSentInADay } from './transfer-queries.ts';

/** Until when a send is held. */
export type Waits = Pick<PendingApproval, 'goesAt'>;

/**
 * Decides whether a send is held: above `coin_approve_above` for an operator; above `coin_new_address_above` for a day,
 * unless a single send above it went to the address more than a day ago. Sends of the same coin within a day are added
 * up, so splitting does not help. Undefined when not held. Refuses `coins.no_rate` without an exchange rate.
 */
export async function waitsFor(
  tx: Tx,
  { options }: Pick<CoinParts, 'options'>,
  send: { member: Member; coin: Coin; amount: bigint; address: string },
): Promise<Waits | undefined> {
  const { member, coin, amount, address } = send;
  const [approveAbove, newAbove] = await Promise.all([
    options.whole('coin_approve_above'),
    options.whole('coin_new_address_above'),
  ]);
  if (approveAbove === 0 && newAbove === 0) return undefined;
  const rate = await coinRate(tx, coin, member.currency);
  const isAbove = (units: bigint, limit: number) =>
    limit > 0 && worthOf(units, rate) > fromWire(limit);
  const [sent, largest] = await Promise.all([
    coinsSentInADay(tx, member.id),
    largestBefore(tx, { owner: member.id, coin, address }),
  ]);
  const inDay = sent.find((one) => one.coin === coin)?.units ?? 0n;
  if (isAbove(inDay + amount, approveAbove)) return { goesAt: null };
  if (!isAbove(inDay + amount, newAbove) || isAbove(largest, newAbove)) return undefined;
  return { goesAt: await inADay(tx) };
}
