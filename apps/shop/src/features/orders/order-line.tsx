import type { Order } from '@giftlane/contract/shop/orders.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { OrderCodes, type RevealedCodes, showsCards } from '../../rooms/codes/order-codes.tsx';
import { LineHead } from '../../rooms/orders/line-head.tsx';
import { CompactTimeline } from '../../rooms/orders/order-timeline.tsx';
import { Refunded } from '../../rooms/orders/refunded.tsx';
import { hasOwnTimeline, lineStatusText } from './order-state.ts';

interface OrderLineProps {
  order: Order;
  line: Order['aCartData'][number];
  opened: RevealedCodes;
  /** Its codes are the primary action of the page. */
  lead: boolean;
}

/** A line of an order with its codes, and its progress where lines differ (ORD-05 to ORD-07, ORD-09). */
export function OrderLine({ order, line, opened, lead }: OrderLineProps) {
  const few = showsCards(line);
  // The codes of a single line are never collapsed.
  const isOnly = order.aCartData.length === 1;
  // A refund has its own text.
  const status = line.nRefunded > 0 ? undefined : lineStatusText(order, line);
  return (
    <li
      className={cx(
        'border-t border-line pt-4 first:border-t-0 sm:pt-5',
        line.nCodes === 0 && 'pb-4 sm:pb-5',
      )}
    >
      <LineHead line={line} drawnBelow={few} status={status}>
        <Refunded line={line} />
        {hasOwnTimeline(order, line) && (
          <CompactTimeline reached={line.eStatus} title={line.sTitle} />
        )}
      </LineHead>
      {line.nCodes > 0 && (
        <div className="mt-3">
          <OrderCodes
            orderId={order._id}
            line={line}
            opened={opened}
            lead={lead && (few || isOnly)}
          />
        </div>
      )}
    </li>
  );
}
