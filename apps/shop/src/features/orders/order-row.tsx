import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { fromList } from '../../parts/back-link.tsx';
import { LineHead } from '../../parts/line-head.tsx';
import { OrderWord } from '../../parts/order-status.tsx';
import { TimelineGlance } from '../../parts/order-timeline.tsx';
import { brandsOf } from '../../parts/order-title.ts';
import { orderPath } from '../../parts/orders.ts';
import { PayRow } from '../../parts/pay-order.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { HeldFromWallet, OrderHead } from './order-head.tsx';
import { areTogether, isOver, isRefunded, ownStanding } from './standing.ts';

type Line = Order['aCartData'][number];

/** So many lines of an order stand in the list. */
const linesInRow = 3;

function RowLine({ order, line }: { order: Order; line: Line }) {
  // Where all have come equally far, the order's word and its timeline say it below, once for all.
  const alone = !areTogether(order);
  return (
    <li className="pb-2 sm:pt-2">
      <LineHead line={line} small standing={alone ? ownStanding(order, line) : undefined}>
        {alone && !isRefunded(order, line) && (
          <TimelineGlance reached={line.eStatus} over={isOver(order)} title={line.sTitle} mute />
        )}
      </LineHead>
    </li>
  );
}

function DetailsAction({ order }: { order: Order }) {
  const hasCodes = order.aCartData.some(({ nCodes }) => nCodes > 0);
  return (
    <ButtonLink to={orderPath(order.sOrderId)} state={fromList} size="small">
      {text(hasCodes ? 'orders.seeCodes' : 'orders.details')}
    </ButtonLink>
  );
}

/** One order of the list: what it was, how far it has come, and what can be done about it now. */
export function OrderRow({ order }: { order: Order }) {
  const more = order.aCartData.length - linesInRow;
  const [first] = order.aCartData;
  return (
    <article className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <OrderHead order={order} />
      {order.sNotice && (
        <p className="mb-3 rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      <ul className="border-line sm:border-t sm:py-2">
        {order.aCartData.slice(0, linesInRow).map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
        {more > 0 && <li className="text-13 text-soft">{text('orders.more', { count: more })}</li>}
      </ul>
      <div className="flex justify-end">
        <HeldFromWallet order={order} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 pb-3 sm:pb-4">
        <OrderWord order={order} />
        {/* Once for all lines that have come equally far. */}
        {first && areTogether(order) && (
          <TimelineGlance
            reached={first.eStatus}
            over={isOver(order)}
            title={brandsOf(order)}
            mute
          />
        )}
        <div className="ml-auto flex items-center gap-3">
          <PayRow order={order} otherwise={<DetailsAction order={order} />} />
        </div>
      </div>
    </article>
  );
}
