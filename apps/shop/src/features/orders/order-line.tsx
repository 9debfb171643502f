import type { Order } from '@giftlane/contract/shop/orders.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { areCards, type OpenCodes, OrderCodes } from '../../rooms/codes/order-codes.tsx';
import { LineHead } from '../../rooms/orders/line-head.tsx';
import { TimelineGlance } from '../../rooms/orders/order-timeline.tsx';
import { Refunded } from '../../rooms/orders/refunded.tsx';
import { isTimed, ownStanding } from './standing.ts';

interface OrderLineProps {
  order: Order;
  line: Order['aCartData'][number];
  opened: OpenCodes;
  /** To uncover its codes is what the page is for. */
  lead: boolean;
}

/**
 * One line of an order: the card, how far it has come where that is not the whole order's story, then its codes
 * (ORD-05 to ORD-07, ORD-09).
 */
export function OrderLine({ order, line, opened, lead }: OrderLineProps) {
  const few = areCards(line);
  // Of one brand alone the codes are not folded away, however many.
  const isAlone = order.aCartData.length === 1;
  // What was given back says so itself.
  const standing = line.nRefunded > 0 ? undefined : ownStanding(order, line);
  return (
    <li
      className={cx(
        'border-t border-line pt-4 first:border-t-0 sm:pt-5',
        line.nCodes === 0 && 'pb-4 sm:pb-5',
      )}
    >
      <LineHead line={line} drawnBelow={few} standing={standing}>
        <Refunded line={line} />
        {isTimed(order, line) && <TimelineGlance reached={line.eStatus} title={line.sTitle} />}
      </LineHead>
      {line.nCodes > 0 && (
        <div className="mt-3">
          <OrderCodes
            orderId={order._id}
            line={line}
            opened={opened}
            lead={lead && (few || isAlone)}
          />
        </div>
      )}
    </li>
  );
}
