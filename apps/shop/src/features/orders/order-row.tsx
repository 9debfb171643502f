import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { useState } from 'react';
import { BrandLogo } from '../../rooms/catalogue/brand-logo.tsx';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { LinePrice } from '../../rooms/checkout/line-price.tsx';
import { pricedLine } from '../../rooms/checkout/order-draft.ts';
import { PayRow } from '../../rooms/checkout/pay-order.tsx';
import { OrderCodes, RevealAll, useOpenCodes } from '../../rooms/codes/order-codes.tsx';
import { formatFace, Money } from '../../rooms/money/money.tsx';
import { totalsOfOrder } from '../../rooms/money/prices.ts';
import { OrderWord } from '../../rooms/orders/order-status.tsx';
import { TimelineGlance } from '../../rooms/orders/order-timeline.tsx';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { lineArt, OrderFrame, ToDetails } from './order-frame.tsx';
import { HeldFromWallet } from './order-head.tsx';
import { areTogether, codesOf, isOver, isTimed, isVoid, ownStanding } from './standing.ts';

type Line = Order['aCartData'][number];

/** So many lines of an order stand in the list. */
const linesInRow = 3;

function RowLine({ order, line }: { order: Order; line: Line }) {
  // Of an order of one card its head says what it is and what it comes to.
  const single = order.aCartData.length === 1;
  // Where all have come equally far, the order's word and its timeline say it, once for all.
  const standing = !areTogether(order) && ownStanding(order, line);
  const timed = single ? !isOver(order) : isTimed(order, line);
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <CardArt banner={line.sBanner} title={line.sTitle} className={lineArt} />
      {/* What has no room beside the name goes below it. */}
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 md:min-h-8 md:items-center">
        {!single && (
          <div className="flex items-center gap-2 *:first:size-5 max-md:w-full">
            <BrandLogo logo={line.sLogo} />
            <h3 className="line-clamp-2 font-text text-15 font-semibold">{line.sTitle}</h3>
          </div>
        )}
        <p className="text-13 text-soft tabular-nums">
          {text('orders.line', {
            quantity: line.nQuantity,
            value: formatFace(fromWire(line.nValue), line.eCurrency),
          })}
        </p>
        {(standing || timed) && (
          <div className="flex flex-wrap items-center gap-x-3 text-13 max-md:order-last max-md:w-full">
            {standing && <span className="font-medium">{standing}</span>}
            {timed && <TimelineGlance reached={line.eStatus} title={line.sTitle} />}
          </div>
        )}
        {!single && (
          <LinePrice
            line={pricedLine(line)}
            brief
            className={cx('ml-auto text-15', isVoid(order) && 'text-soft')}
          />
        )}
      </div>
    </li>
  );
}

/** The codes of an order in its row, covered until each is revealed (ORD-09); folded again they are covered again. */
function RowCodes({ order }: { order: Order }) {
  const opened = useOpenCodes(order);
  const lines = order.aCartData.filter(({ nCodes }) => nCodes > 0);
  const single = order.aCartData.length === 1;
  return (
    <div className="relative mt-2 border-t border-line">
      <RevealAll order={order} opened={opened} />
      {lines.map((line) => (
        <section key={line._id} aria-label={line.sTitle} className="pt-3">
          {!single && <h3 className="mb-1 font-text text-15 font-semibold">{line.sTitle}</h3>}
          <OrderCodes orderId={order._id} line={line} opened={opened} lead={single} brief />
        </section>
      ))}
    </div>
  );
}

/** One order of the list: what it was, how far it has come, and what can be done about it now. */
export function OrderRow({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const more = order.aCartData.length - linesInRow;
  const [first] = order.aCartData;
  const together = order.aCartData.length > 1 && areTogether(order) && !isOver(order);
  const { serviceChargeMinor } = totalsOfOrder(order);
  const codes = (
    <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
      {text('orders.seeCodes')}
    </Button>
  );
  return (
    <OrderFrame
      order={order}
      // Of several cards each has its own.
      mark={order.aCartData.length === 1 && first && <BrandLogo logo={first.sLogo} />}
      standing={<OrderWord order={order} />}
      action={
        // Codes are what a row is opened for; where there are none, nothing calls.
        <PayRow
          order={order}
          otherwise={codesOf(order) > 0 ? codes : <ToDetails order={order} />}
        />
      }
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* Once for all lines that have come equally far; what ended goes nowhere any more. */}
        {first && together && <TimelineGlance reached={first.eStatus} title={brandsOf(order)} />}
        {/* With it the lines add up to the total. */}
        {order.aCartData.length > 1 && more <= 0 && serviceChargeMinor > 0n && (
          <p className="ml-auto flex gap-x-2 py-1 text-13 text-soft tabular-nums">
            {text('cart.serviceCharge')}
            <Money minor={serviceChargeMinor} currency={order.eCurrency} />
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <HeldFromWallet order={order} />
      </div>
      {open && <RowCodes order={order} />}
    </OrderFrame>
  );
}
