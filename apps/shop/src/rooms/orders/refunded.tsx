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
  const words = [
    text('orders.refunded', { amount: money(fromWire(line.nRefunded)) }),
    serviceChargeMinor > 0n && text('orders.refundedCharge', { amount: money(serviceChargeMinor) }),
    line.nCashBackTaken !== undefined &&
      text('orders.cashbackTaken', { amount: money(fromWire(line.nCashBackTaken)) }),
    line.nPointsKept !== undefined &&
      text('orders.pointsKept', { amount: money(fromWire(line.nPointsKept)) }),
  ];
  return <p className="font-medium text-leaf">{words.filter(Boolean).join(' ')}</p>;
}
