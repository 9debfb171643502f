import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';

interface RefundedProps {
  line: Order['aCartData'][number];
}

/** What was given back of a line. */
export function Refunded({ line }: RefundedProps) {
  const refundedMinor = fromWire(line.nRefunded);
  if (refundedMinor === 0n) return null;
  return (
    <p className="mt-2 text-13 font-medium text-leaf">
      {text('orders.refunded', { amount: formatMoney(refundedMinor, line.eCurrency) })}
      {line.nCashBackTaken !== undefined &&
        ` ${text('orders.cashbackTaken', {
          amount: formatMoney(fromWire(line.nCashBackTaken), line.eCurrency),
        })}`}
      {line.nPointsKept !== undefined &&
        ` ${text('orders.pointsKept', {
          amount: formatMoney(fromWire(line.nPointsKept), line.eCurrency),
        })}`}
    </p>
  );
}
