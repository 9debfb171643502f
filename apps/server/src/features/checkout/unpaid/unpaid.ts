/**
 * What unpaid orders may hold (docs/decisions/0012). They hold codes without money, so that who pays gets what they chose; but
 * nobody may empty a shelf that way. An account may hold a few codes, and beyond these a share of what there is of each
 * card: a small share while it has never bought anything nor shown papers, nearly all otherwise. Accounts of the first
 * kind also count together with all others of their address, and of the network around it. Whose orders have held codes for
 * hours today, and were not paid, waits until tomorrow.
 */

import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { wideNetworkOf } from '../../../platform/http/network.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  type Holding,
  lockUnpaidFrom,
  minutesUnpaid,
  type NewOrder,
  unpaidHoldings,
} from '../../orders/orders.ts';
import { countFreeUpTo, lockShelves } from '../../stock/stock.ts';
import type { UnpaidLimits } from '../parts.ts';

/** An order holds nothing without money when its buyer's wallet has set aside one part of so many, or more. */
const backedByOneOf = 3;
/** Codes of whatever cards that an account may always hold. */
const few = 10;
/** All new accounts of an address together hold so many times what one may, and those of the network around it. */
const addressTimes = 2;
const networkTimes = 4;

/** Whose holdings are weighed together, and what they may hold. */
interface Bound {
  readonly of: 'own' | 'near' | 'wide';
  readonly few: number;
  readonly percent: number;
}

const boundsOf = (isNew: boolean, limits: UnpaidLimits): Bound[] =>
  isNew
    ? [['own', 1] as const, ['near', addressTimes] as const, ['wide', networkTimes] as const].map(
        ([of, times]) => ({
          of,
          few: few * times,
          percent: Math.min(100, limits.sharePercentNew * times),
        }),
      )
    : [{ of: 'own', few, percent: limits.sharePercent }];

/** Codes of each card that would be free if those who are weighed held none. */
type Stock = (holding: Holding, of: Bound['of']) => number;

/** Refuses an order when those who are weighed hold more of its cards than their share, beyond a few. */
function weigh(order: NewOrder, holdings: readonly Holding[], bound: Bound, stock: Stock): void {
  const { of, percent } = bound;
  const beyondShare = (holding: Holding) =>
    Math.max(0, holding[of] - Math.floor((stock(holding, of) * percent) / 100));
  const beyond = holdings.reduce((sum, holding) => sum + beyondShare(holding), 0);
  if (beyond <= bound.few) return;
  for (const line of order.lines) {
    const holding = holdings.find(({ cardId }) => cardId === line.cardId);
    if (!holding || beyondShare(holding) === 0) continue;
    const max = Math.max(0, line.quantity - (beyond - bound.few));
    throw new Refusal(codeOf(order, holdings, of), {
      title: line.title,
      max: max.toLocaleString('en-US'),
    });
  }
}

/** Where other orders of the buyer hold something, paying or cancelling these may help. */
function codeOf(order: NewOrder, holdings: readonly Holding[], of: Bound['of']): ErrorCode {
  if (of !== 'own') return 'order.too_many_nearby';
  const codes = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const held = holdings.reduce((sum, { own }) => sum + own, 0);
  return held > codes ? 'order.too_many_unpaid' : 'order.too_much_of_card';
}

/**
 * Holds a placed order to the limits; its codes are taken already, so that this waits for nobody who waits for codes. What
 * it counts stays true until the transaction ends: members, networks and, beyond a few codes, cards are weighed one at a
 * time.
 */
export async function boundUnpaid(tx: Tx, order: NewOrder, limits: UnpaidLimits): Promise<void> {
  const { memberId, network, walletMinor, totalMinor } = order;
  const minutes = await minutesUnpaid(tx, memberId);
  if (minutes >= limits.minutesADay) throw new Refusal('order.given_back_often');
  if (walletMinor * BigInt(backedByOneOf) >= totalMinor) return;
  const wide = network === null ? null : wideNetworkOf(network);
  const [, holdings] = await Promise.all([
    wide !== null && lockUnpaidFrom(tx, wide),
    unpaidHoldings(tx, { memberId, network, wide, backedByOneOf }),
  ]);
  const held = (of: Bound['of']) => holdings.reduce((sum, holding) => sum + holding[of], 0);
  const bounds = boundsOf(network !== null, limits).filter(({ of, few: most }) => held(of) > most);
  if (bounds.length === 0) return;
  await lockShelves(
    tx,
    order.lines.map(({ cardId }) => cardId),
  );
  const free = await countFreeUpTo(
    tx,
    holdings.map((holding) => ({ cardId: holding.cardId, most: mostNeeded(holding, bounds) })),
  );
  const stock: Stock = (holding, of) => holding[of] + (free.get(holding.cardId) ?? 0);
  for (const bound of bounds) weigh(order, holdings, bound, stock);
}

/** Beyond so many free codes a holding is within its share; counting goes no further. */
const mostNeeded = (holding: Holding, bounds: readonly Bound[]) =>
  Math.max(
    ...bounds.map(({ of, percent }) => Math.ceil((holding[of] * 100) / Math.max(1, percent))),
  );
