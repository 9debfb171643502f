/** What of an order goes back, and to where: to what paid it, the card first (decisions, "Refunds"). */

import { formatMoney, fromWire, least } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';

export interface Shares {
  cardMinor: bigint;
  walletMinor: bigint;
}

/** What went back until now: without cashback and used points, which were taken out of it. */
export const backMinorOf = ({ aCartData }: Order): bigint =>
  aCartData.reduce(
    (sum, { nRefunded, nCashBackTaken = 0, nPointsKept = 0 }) =>
      sum + fromWire(nRefunded) - fromWire(nCashBackTaken) - fromWire(nPointsKept),
    0n,
  );

/** The first so much of an order that goes back: the card has all it paid before the wallet has anything. */
function firstShares(order: Order, minor: bigint): Shares {
  const { eGateway, nTotalAmount, nWalletAmount } = order;
  const byCard = eGateway === 'PayPal' ? fromWire(nTotalAmount) - fromWire(nWalletAmount) : 0n;
  const cardMinor = least(minor, byCard);
  return { cardMinor, walletMinor: minor - cardMinor };
}

/** Where that went which went back. */
export const sharesBack = (order: Order): Shares => firstShares(order, backMinorOf(order));

/** Where so much more would go. */
export function sharesOfMore(order: Order, moreMinor: bigint): Shares {
  const before = sharesBack(order);
  const after = firstShares(order, backMinorOf(order) + moreMinor);
  return {
    cardMinor: after.cardMinor - before.cardMinor,
    walletMinor: after.walletMinor - before.walletMinor,
  };
}

/** The same in words. */
export function sharesText({ cardMinor, walletMinor }: Shares, { eCurrency }: Order): string {
  const card = formatMoney(cardMinor, eCurrency);
  const wallet = formatMoney(walletMinor, eCurrency);
  if (walletMinor === 0n) return text('orders.back.card', { card });
  if (cardMinor === 0n) return text('orders.back.wallet', { wallet });
  return text('orders.back.both', { card, wallet });
}
