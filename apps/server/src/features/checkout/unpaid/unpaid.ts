/**
 * Limits on what unpaid orders reserve (docs/decisions/0012): they hold codes without money, and must not empty a
 * card's stock. An account may hold a few codes, and beyond these a percentage of each card's free and held codes. The
 * percentage is low for a new account, without a purchase or verified identity. New accounts also count together per
 * network and per wider network. An account whose unpaid orders held codes for hours waits up to a day.
 */

import type { ErrorCode } from '@giftlane/contract/errors.ts';
import { numberFormat } from '@giftlane/texts/locale.ts';
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

/** An order is not limited when the wallet holds at least one part in this many of its total. */
const backedByOneOf = 3;
/** Codes, of all cards together, that an account may always hold. */
const few = 10;
/**
 * All new accounts of a network together may hold this many times one account's limit; the same for the wider network.
 */
const addressTimes = 2;
const networkTimes = 4;

/** The limit of an account (`own`), of its network (`near`) or of its wider network (`wide`). */
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

/** A card's free codes plus the codes held within a bound. */
type Stock = (holding: Holding, of: Bound['of']) => number;

/** Refuses an order when the holdings within a bound exceed the share of its cards by more than `few` codes. */
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
      max: numberFormat().format(max),
    });
  }
}

/** The refusal's code: `order.too_many_unpaid` if paying or cancelling the buyer's other orders helps. */
function codeOf(order: NewOrder, holdings: readonly Holding[], of: Bound['of']): ErrorCode {
  if (of !== 'own') return 'order.too_many_nearby';
  const codes = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const held = holdings.reduce((sum, { own }) => sum + own, 0);
  return held > codes ? 'order.too_many_unpaid' : 'order.too_much_of_card';
}

/**
 * Refuses a placed order beyond the limits. Runs after its codes are taken, so that its locks do not wait for orders
 * that wait for codes. Locks members, networks and, beyond a few codes, cards, so that counts hold until the
 * transaction ends.
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

/** The count of free codes from which a holding is within its share; counting stops there. */
const mostNeeded = (holding: Holding, bounds: readonly Bound[]) =>
  Math.max(
    ...bounds.map(({ of, percent }) => Math.ceil((holding[of] * 100) / Math.max(1, percent))),
  );
