import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { LineHead } from '../../parts/line-head.tsx';
import { areCards, OrderCodes } from '../../parts/order-codes.tsx';
import { OrderTimeline } from '../../parts/order-timeline.tsx';
import { cx } from '../../ui/cx.ts';
import { isOver, isRefunded, standingOf } from './standing.ts';

interface OrderLineProps {
  order: Order;
  line: Order['aCartData'][number];
  /** To uncover its codes is what the page is for. */
  lead: boolean;
}

/** What was given back of a line. */
function Refunded({ line }: Pick<OrderLineProps, 'line'>) {
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

/** One line of an order: the card, then its codes, then how far it has come (ORD-05 to ORD-07, ORD-09). */
export function OrderLine({ order, line, lead }: OrderLineProps) {
  const few = areCards(line);
  return (
    <li className="border-t border-line pt-4 first:border-t-0 sm:pt-5">
      <LineHead line={line} drawnBelow={few} standing={standingOf(order, line)} />
      <Refunded line={line} />
      <div className="mt-3">
        <OrderCodes orderId={order._id} line={line} lead={lead && few} />
      </div>
      {!isRefunded(order, line) && (
        <div className={cx('pt-4 pb-3', line.nCodes > 0 && 'border-t border-line')}>
          <div className="max-w-dialog">
            <OrderTimeline reached={line.eStatus} over={isOver(order)} title={line.sTitle} />
          </div>
        </div>
      )}
    </li>
  );
}
