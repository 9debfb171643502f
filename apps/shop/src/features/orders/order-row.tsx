import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { fromList } from '../../parts/back-link.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { formatFace, Money } from '../../parts/money.tsx';
import { pricedLine } from '../../parts/order-draft.ts';
import { OrderWord } from '../../parts/order-status.tsx';
import { TimelineGlance } from '../../parts/order-timeline.tsx';
import { brandsOf } from '../../parts/order-title.ts';
import { orderPath } from '../../parts/orders.ts';
import { PayRow } from '../../parts/pay-order.tsx';
import { totalsOfOrder } from '../../parts/prices.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LinePicture, OrderFrame, ToDetails } from './order-frame.tsx';
import { HeldFromWallet } from './order-head.tsx';
import { areTogether, isOver, isTimed, isVoid, ownStanding } from './standing.ts';

type Line = Order['aCartData'][number];

/** So many lines of an order stand in the list. */
const linesInRow = 3;

function RowLine({ order, line }: { order: Order; line: Line }) {
  // Where all have come equally far, the order's word and its timeline say it, once for all.
  const alone = !areTogether(order);
  const standing = alone && ownStanding(order, line);
  const timed = isTimed(order, line);
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <LinePicture line={line} />
      {/* What has no room beside the name goes below it. */}
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 md:min-h-8 md:items-center">
        <h3 className="line-clamp-2 font-text text-15 font-semibold max-md:w-full">
          {line.sTitle}
        </h3>
        <p className="text-13 text-soft tabular-nums">
          {text('orders.line', {
            quantity: line.nQuantity,
            value: formatFace(fromWire(line.nValue), line.eCurrency),
          })}
        </p>
        {(standing || timed) && (
          <div className="flex items-center gap-x-3 text-13 max-md:order-last max-md:w-full">
            {standing && <span className="font-medium">{standing}</span>}
            {timed && <TimelineGlance reached={line.eStatus} title={line.sTitle} mute />}
          </div>
        )}
        <LinePrice
          line={pricedLine(line)}
          brief
          className={cx('ml-auto text-15', isVoid(order) && 'text-soft')}
        />
      </div>
    </li>
  );
}

/** Codes are what a row is opened for; where there are none, nothing calls. */
function DetailsAction({ order }: { order: Order }) {
  const hasCodes = order.aCartData.some(({ nCodes }) => nCodes > 0);
  return hasCodes ? (
    <ButtonLink to={orderPath(order.sOrderId)} state={fromList} size="small">
      {text('orders.seeCodes')}
    </ButtonLink>
  ) : (
    <ToDetails order={order} />
  );
}

/** One order of the list: what it was, how far it has come, and what can be done about it now. */
export function OrderRow({ order }: { order: Order }) {
  const more = order.aCartData.length - linesInRow;
  const [first] = order.aCartData;
  const { serviceChargeMinor } = totalsOfOrder(order);
  return (
    <OrderFrame
      order={order}
      standing={
        <>
          <OrderWord order={order} />
          {/* Once for all lines that have come equally far; what ended goes nowhere any more. */}
          {first && areTogether(order) && !isOver(order) && (
            <TimelineGlance reached={first.eStatus} title={brandsOf(order)} mute />
          )}
        </>
      }
      action={<PayRow order={order} otherwise={<DetailsAction order={order} />} />}
    >
      {order.sNotice && (
        <p className="mb-1 rounded-small bg-amber-tint px-3 py-1.5 text-13">{order.sNotice}</p>
      )}
      <ul>
        {order.aCartData.slice(0, linesInRow).map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
        {more > 0 && <li className="text-13 text-soft">{text('orders.more', { count: more })}</li>}
      </ul>
      {/* With it the lines add up to the total. */}
      {more <= 0 && serviceChargeMinor > 0n && (
        <p className="flex justify-end gap-x-2 py-1 text-13 text-soft tabular-nums">
          {text('cart.serviceCharge')}
          <Money minor={serviceChargeMinor} currency={order.eCurrency} />
        </p>
      )}
      <div className="flex justify-end">
        <HeldFromWallet order={order} />
      </div>
    </OrderFrame>
  );
}
