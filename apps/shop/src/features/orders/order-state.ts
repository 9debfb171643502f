/** State of orders, lines and payouts. */

import { type CoinState, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cameToNothing } from '../../rooms/coins/coin-states.tsx';
import { coinAmount, coinWalletPath } from '../../rooms/coins/coins.ts';
import { formatFace } from '../../rooms/money/money.tsx';
import { lineWord, orderStateText } from '../../rooms/orders/order-status.tsx';
import { payableUntil } from '../../rooms/orders/orders.ts';

type Line = Order['aCartData'][number];
type CoinPayout = NonNullable<Order['oPayout']>;

/** True for an order that ended without a sale. */
export const hasFailed = ({ eStatus }: Order): boolean =>
  eStatus === 'Declined' || eStatus === 'Failed';

/** True when the total is not charged: never paid, or refunded. */
export const isNotCharged = (order: Order): boolean =>
  order.eStatus === 'Refunded' || (hasFailed(order) && payableUntil(order) === undefined);

/** Number of delivered codes. */
export const codeCount = ({ aCartData }: Order): number =>
  aCartData.reduce((sum, { nCodes }) => sum + nCodes, 0);

/** True when a line is refunded, also in part. */
export const isRefunded = ({ eStatus }: Order, { nRefunded }: Line): boolean =>
  eStatus === 'Refunded' || nRefunded > 0;

/** A line's status (ORD-07) when it differs from the order's; undefined for a failed order. */
export function lineStatusText(order: Order, line: Line): string | undefined {
  if (hasFailed(order)) return undefined;
  const status = isRefunded(order, line) ? text('orders.refundedWord') : lineWord(line.eStatus);
  return status === orderStateText(order.eStatus) ? undefined : status;
}

/** True when all lines have the same status, which one timeline shows. */
export const haveSameProgress = (order: Order): boolean =>
  order.aCartData.every(
    (line) => !isRefunded(order, line) && line.eStatus === order.aCartData[0]?.eStatus,
  );

/** True when a line needs its own timeline; failed and refunded lines have none. */
export const hasOwnTimeline = (order: Order, line: Line): boolean =>
  !haveSameProgress(order) && !hasFailed(order) && !isRefunded(order, line);

/** The outcome of a coin payout. */
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

/** The outcome of a sale in a sentence. */
export function saleOutcome({ eStatus, oPayout }: Order): string | undefined {
  if (eStatus === 'Pending') return text('sell.outcome.pending');
  if (eStatus === 'Declined') return text('sell.outcome.declined');
  if (eStatus !== 'Paid') return undefined;
  return oPayout ? coinOutcome(oPayout) : text('sell.outcome.paid');
}

const beforeNetwork: ReadonlySet<CoinState> = new Set(['created', 'pendingApproval', 'signed']);

/** Steps done of a coin payout: accepted, sent, confirmed; 0 when it failed. */
export function payoutProgress({ eState }: CoinPayout): number {
  if (cameToNothing.has(eState)) return 0;
  if (eState === 'confirmed') return 3;
  return beforeNetwork.has(eState) || eState === 'removed' ? 1 : 2;
}

/** When the coins of a payout are expected; undefined when done or failed. */
export function payoutEta({ eState, oInstead }: CoinPayout): string | undefined {
  if (oInstead || eState === 'confirmed' || eState === 'removed' || cameToNothing.has(eState))
    return undefined;
  if (eState === 'pendingApproval') return text('sell.payout.when.looking');
  return text(beforeNetwork.has(eState) ? 'sell.payout.when.sending' : 'sell.payout.when.network');
}

/** True while a coin payout is neither confirmed nor replaced by wallet money. */
export const isPayoutPending = ({ oPayout }: Order): boolean =>
  oPayout !== undefined && oPayout.eState !== 'confirmed' && !oPayout.oInstead;

/** The shop's fee of a sale, negative. */
export const saleFees = ({ aExtraCharges }: Order): bigint =>
  aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);

/** The approximate exchange rate of a coin payout. */
export function payoutRate({ nTotalAmount, eCurrency }: Order, payout: CoinPayout): string {
  const { coin, nAmount } = payout;
  const perCoin = Math.round((nTotalAmount * unitsPerCoin) / nAmount);
  const amount = formatFace(fromWire(perCoin), eCurrency);
  return text('sell.payout.perCoin', { amount, coin });
}

/** The wallet page of a payout. */
export const payoutPath = ({ oPayout }: Order): string =>
  oPayout && !oPayout.oInstead ? coinWalletPath(oPayout.coin) : '/account/wallet';
