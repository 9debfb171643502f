import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { BrandLogo } from '../../parts/brand-logo.tsx';
import { CardArt } from '../../parts/card-art.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { formatFace } from '../../parts/money.tsx';
import { OrderCodes } from '../../parts/order-codes.tsx';
import { pricedLine } from '../../parts/order-draft.ts';
import { lineWord } from '../../parts/order-status.tsx';
import { OrderTimeline } from '../../parts/order-timeline.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Prose } from '../../ui/prose.tsx';

interface OrderLineProps {
  order: Order;
  line: Order['aCartData'][number];
}

/** One line of an order: the card, how far it has come, its codes (ORD-05 to ORD-07, ORD-09). */
export function OrderLine({ order, line }: OrderLineProps) {
  const over = ['Declined', 'Failed'].includes(order.eStatus);
  const refundedMinor = fromWire(line.nRefunded);
  const refunded = order.eStatus === 'Refunded' || refundedMinor > 0n;
  return (
    <li className="border-t border-line pt-5 pb-1">
      <div className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-4 md:grid-cols-[7rem_1fr_1.2fr] md:gap-x-6">
        <CardArt banner={line.sBanner} title={line.sTitle} className="self-start" />
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <BrandLogo logo={line.sLogo} />
            <h3 className="text-17">{line.sTitle}</h3>
          </div>
          <p className="text-13 text-soft tabular-nums">
            {text('orders.line', {
              quantity: line.nQuantity,
              value: formatFace(fromWire(line.nValue), line.eCurrency),
            })}
          </p>
          <LinePrice line={pricedLine(line)} className="mt-1 w-fit" />
          {/* Of an order that came to nothing it would say for ever that it is pending. */}
          {order.eStatus !== 'Failed' && (
            <p className="text-13 text-soft">
              {refunded ? text('orders.refundedWord') : lineWord(line.eStatus)}
            </p>
          )}
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
        <div className="col-span-2 md:col-span-1">
          {!refunded && <OrderTimeline reached={line.eStatus} over={over} title={line.sTitle} />}
        </div>
      </div>
      <div className="mt-3">
        <OrderCodes orderId={order._id} line={line} />
        {line.nCodes > 0 && line.sRedeem && (
          <Disclosure summary={text('orders.redeem')}>
            <Prose>{line.sRedeem}</Prose>
          </Disclosure>
        )}
      </div>
    </li>
  );
}
