/** Refunds of an order and their shares: the card first, then the wallet (decisions, "Refunds"). */

import { formatMoney, fromWire, least } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { amountLeft } from '../checkout/order-draft.ts';

export interface RefundShares {
  cardMinor: bigint;
  walletMinor: bigint;
}

/** The amount refunded so far, without withdrawn cashback and used points. */
export const refundedMinor = ({ aCartData }: Order): bigint =>
  aCartData.reduce(
    (sum, { nRefunded, nCashBackTaken = 0, nPointsKept = 0 }) =>
      sum + fromWire(nRefunded) - fromWire(nCashBackTaken) - fromWire(nPointsKept),
    0n,
  );

/** Shares of the first `minor` refunded: the card gets all it paid before the wallet gets anything. */
function sharesOf(order: Order, minor: bigint): RefundShares {
  const byCard = order.eGateway === 'PayPal' ? amountLeft(order) : 0n;
  const cardMinor = least(minor, byCard);
  return { cardMinor, walletMinor: minor - cardMinor };
}

/** The shares of what was refunded so far. */
export const refundShares = (order: Order): RefundShares => sharesOf(order, refundedMinor(order));

/** The shares of a further refund. */
export function furtherRefundShares(order: Order, moreMinor: bigint): RefundShares {
  const before = refundShares(order);
  const after = sharesOf(order, refundedMinor(order) + moreMinor);
  return {
    cardMinor: after.cardMinor - before.cardMinor,
    walletMinor: after.walletMinor - before.walletMinor,
  };
}

/** Shares as text, such as “$9.80 to your card”. */
export function refundSharesText(
  { cardMinor, walletMinor }: RefundShares,
  { eCurrency }: Order,
): string {
  const card = formatMoney(cardMinor, eCurrency);
  const wallet = formatMoney(walletMinor, eCurrency);
  if (walletMinor === 0n) return text('orders.back.card', { card });
  if (cardMinor === 0n) return text('orders.back.wallet', { wallet });
  return text('orders.back.both', { card, wallet });
}
