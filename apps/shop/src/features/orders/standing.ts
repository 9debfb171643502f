/** How an order, and a line of it, stands. */

import { type CoinState, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cameToNothing } from '../../rooms/coins/coin-states.tsx';
import { coinAmount, coinWalletPath } from '../../rooms/coins/coins.ts';
import { formatFace } from '../../rooms/money/money.tsx';
import { lineWord } from '../../rooms/orders/order-status.tsx';
import { payableUntil } from '../../rooms/orders/orders.ts';

type Line = Order['aCartData'][number];
type CoinPayout = NonNullable<Order['oPayout']>;

/** Whether an order ended without anything being bought. */
export const isOver = ({ eStatus }: Order): boolean =>
  eStatus === 'Declined' || eStatus === 'Failed';

/** Whether its money stands for nothing any more: none was paid, or all of it went back. */
export const isVoid = (order: Order): boolean =>
  order.eStatus === 'Refunded' || (isOver(order) && payableUntil(order) === undefined);

/** How many codes of an order are here. */
export const codesOf = ({ aCartData }: Order): number =>
  aCartData.reduce((sum, { nCodes }) => sum + nCodes, 0);

/** Whether something of a line was given back. */
export const isRefunded = ({ eStatus }: Order, { nRefunded }: Line): boolean =>
  eStatus === 'Refunded' || nRefunded > 0;

/** A line's word (ORD-07); none of an order that came to nothing, which would be pending for ever. */
function standingOf(order: Order, line: Line): string | undefined {
  if (isOver(order)) return undefined;
  return isRefunded(order, line) ? text('orders.refundedWord') : lineWord(line.eStatus);
}

/** The same where it is not the order's own word, which is said once for all. */
export function ownStanding(order: Order, line: Line): string | undefined {
  const standing = standingOf(order, line);
  return standing === order.eStatus ? undefined : standing;
}

/** Whether all lines have come equally far, so that one timeline tells of each of them. */
export const areTogether = (order: Order): boolean =>
  order.aCartData.every(
    (line) => !isRefunded(order, line) && line.eStatus === order.aCartData[0]?.eStatus,
  );

/** Whether how far a line has come is told of it alone; what ended, or went back, goes nowhere any more. */
export const isTimed = (order: Order, line: Line): boolean =>
  !areTogether(order) && !isOver(order) && !isRefunded(order, line);

/** What became of coins that pay for an offer. */
function coinOutcome({ coin, nAmount, eState, oInstead }: CoinPayout): string {
  const coins = coinAmount(nAmount, coin);
  if (oInstead)
    return text('sell.outcome.instead', {
      coins,
      amount: formatMoney(fromWire(oInstead.nAmount), oInstead.eCurrency),
    });
  if (cameToNothing.has(eState)) return text('sell.outcome.undone', { coins });
  return text(eState === 'confirmed' ? 'sell.outcome.coins' : 'sell.outcome.coinsOnWay', { coins });
}

/** What becomes of an offer, in a sentence. */
export function outcomeOf({ eStatus, oPayout }: Order): string | undefined {
  if (eStatus === 'Pending') return text('sell.outcome.pending');
  if (eStatus === 'Declined') return text('sell.outcome.declined');
  if (eStatus !== 'Paid') return undefined;
  return oPayout ? coinOutcome(oPayout) : text('sell.outcome.paid');
}

const beforeNetwork: ReadonlySet<CoinState> = new Set(['created', 'pendingApproval', 'signed']);

/** How many steps coins that pay for an offer have come: accepted, sent, in the wallet. None of what never goes. */
export function payoutReached({ eState }: CoinPayout): number {
  if (cameToNothing.has(eState)) return 0;
  if (eState === 'confirmed') return 3;
  return beforeNetwork.has(eState) || eState === 'removed' ? 1 : 2;
}

/** When coins that are on their way are there, as far as anybody can say. */
export function payoutWhen({ eState, oInstead }: CoinPayout): string | undefined {
  if (oInstead || eState === 'confirmed' || eState === 'removed' || cameToNothing.has(eState))
    return undefined;
  if (eState === 'pendingApproval') return text('sell.payout.when.looking');
  return text(beforeNetwork.has(eState) ? 'sell.payout.when.sending' : 'sell.payout.when.network');
}

/** Whether coins that pay for an offer are still on their way, or their worth into the wallet is. */
export const isPayoutMoving = ({ oPayout }: Order): boolean =>
  oPayout !== undefined && oPayout.eState !== 'confirmed' && !oPayout.oInstead;

/** What the shop keeps of an offer; below zero. */
export const feesOf = ({ aExtraCharges }: Order): bigint =>
  aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);

/** About the rate at which coins pay for an offer: what it brings, by how many they are. */
export function payoutRate({ nTotalAmount, eCurrency }: Order, payout: CoinPayout): string {
  const { coin, nAmount } = payout;
  const perCoin = Math.round((nTotalAmount * unitsPerCoin) / nAmount);
  const amount = formatFace(fromWire(perCoin), eCurrency);
  return text('sell.payout.perCoin', { amount, coin });
}

/** Where money that came for an offer is looked at. */
export const payoutPlace = ({ oPayout }: Order): string =>
  oPayout && !oPayout.oInstead ? coinWalletPath(oPayout.coin) : '/account/wallet';
