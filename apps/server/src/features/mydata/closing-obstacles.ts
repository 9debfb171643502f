/** Obstacles to closing an account: everything of it that is unfinished or worth money. */
import type { Data } from '@giftlane/contract/call.ts';
import type { Obstacle, showMyData } from '@giftlane/contract/members/my-data.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import { balancesOf, isCoin, type Unit } from '../../ledger/ledger.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { hasOpenRefund } from '../checkout/checkout.ts';
import { hasWaitingClaim } from '../claims/claims.ts';
import { canLeave, hasCoinsUnderWay } from '../coins/coins.ts';
import { hasOpenOrder } from '../orders/orders.ts';
import { hasWaitingSale } from '../selling/selling.ts';
import { hasOpenTopUp } from '../topups/topups.ts';

export type InTheWay = Data<typeof showMyData>['aInTheWay'][number];

/** True for a coin balance large enough to be sent; anyone can send a member less. */
const isWorthSending = ({ currency, balanceMinor }: { currency: Unit; balanceMinor: bigint }) =>
  isCoin(currency) && canLeave(currency, balanceMinor);

/** Obstacles to closing an account, in the order in which a member would resolve them. */
export async function closingObstacles(db: Queryable, memberId: string): Promise<InTheWay[]> {
  const [member, balances, coinsUnderWay, order, refund, sale, topUp, claim] = await Promise.all([
    findMember(db, memberId),
    balancesOf(db, memberId),
    hasCoinsUnderWay(db, memberId),
    hasOpenOrder(db, memberId),
    hasOpenRefund(db, memberId),
    hasWaitingSale(db, memberId),
    hasOpenTopUp(db, memberId),
    hasWaitingClaim(db, memberId),
  ]);
  const there = (kind: Obstacle, is: boolean): InTheWay[] => (is ? [{ eKind: kind }] : []);
  const money = (kind: Obstacle, account: string): InTheWay[] =>
    balances.flatMap(({ account: name, balanceMinor, currency }) =>
      name.startsWith(`member:${memberId}:${account}:`) && !isCoin(currency)
        ? [{ eKind: kind, nAmount: toWire(balanceMinor), eCurrency: currency }]
        : [],
    );
  return [
    ...there('frozen', Boolean(member?.frozenAt)),
    ...money('frozenMoney', 'frozen'),
    ...money('wallet', 'wallet'),
    ...there('coins', coinsUnderWay || balances.some(isWorthSending)),
    // Held money belongs to an order.
    ...there('orders', order || money('orders', 'held').length > 0),
    ...there('refunds', refund),
    ...there('selling', sale),
    ...there('adding', topUp),
    ...there('claims', claim),
  ];
}
