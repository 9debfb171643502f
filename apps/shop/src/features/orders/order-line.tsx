import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { BrandLogo } from '../../parts/brand-logo.tsx';
import { CardArt } from '../../parts/card-art.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { formatFace } from '../../parts/money.tsx';
import { OrderCodes } from '../../parts/order-codes.tsx';
import { pricedLine } from '../../parts/order-draft.ts';
import { OrderTimeline } from '../../parts/order-timeline.tsx';
import { isOver, isRefunded, standingOf } from './standing.ts';

interface OrderLineProps {
  order: Order;
  line: Order['aCartData'][number];
}

/** One line of an order: the card, how far it has come, its codes (ORD-05 to ORD-07, ORD-09). */
export function OrderLine({ order, line }: OrderLineProps) {
  const standing = standingOf(order, line);
  const refundedMinor = fromWire(line.nRefunded);
  return (
    <li className="border-t border-line pt-5 pb-1 first:border-t-0">
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
        <CardArt banner={line.sBanner} title={line.sTitle} className="self-start" />
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <BrandLogo logo={line.sLogo} />
            <h2 className="text-17">{line.sTitle}</h2>
          </div>
          <p className="text-13 text-soft tabular-nums">
            {text('orders.line', {
              quantity: line.nQuantity,
              value: formatFace(fromWire(line.nValue), line.eCurrency),
            })}
          </p>
          {standing && <p className="text-13 text-soft">{standing}</p>}
          {refundedMinor > 0n && (
            <p className="text-13 font-medium text-leaf">
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
          )}
        </div>
        <LinePrice line={pricedLine(line)} className="text-17 max-sm:col-start-2 sm:text-right" />
        <div className="col-span-full max-w-form empty:hidden">
          {!isRefunded(order, line) && (
            <OrderTimeline reached={line.eStatus} over={isOver(order)} title={line.sTitle} />
          )}
        </div>
      </div>
      <div className="mt-3">
        <OrderCodes orderId={order._id} line={line} />
      </div>
    </li>
  );
}
