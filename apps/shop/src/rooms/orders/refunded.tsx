import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { pricedLine } from '../checkout/order-draft.ts';
import { amountsOf } from '../money/prices.ts';

interface RefundedProps {
  line: Order['aCartData'][number];
}

/** The refund of a line, with service charge and withdrawn cashback or points. */
export function Refunded({ line }: RefundedProps) {
  if (line.nRefunded === 0) return null;
  const money = (minor: bigint) => formatMoney(minor, line.eCurrency);
  const { serviceChargeMinor } = amountsOf(pricedLine(line), line.nQuantity);
  let words = text('orders.refunded', { amount: money(fromWire(line.nRefunded)) });
  if (serviceChargeMinor > 0n)
    words = text('orders.refundedCharge', { refund: words, amount: money(serviceChargeMinor) });
  if (line.nCashBackTaken !== undefined) {
    const amount = money(fromWire(line.nCashBackTaken));
    words = text('orders.cashbackTaken', { refund: words, amount });
  }
  if (line.nPointsKept !== undefined) {
    const amount = money(fromWire(line.nPointsKept));
    words = text('orders.pointsKept', { refund: words, amount });
  }
  return <p className="font-medium text-leaf">{words}</p>;
}
