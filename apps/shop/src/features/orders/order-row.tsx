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
import { OrderCodes, RevealAll, useRevealedCodes } from '../../rooms/codes/order-codes.tsx';
import { formatFace, Money } from '../../rooms/money/money.tsx';
import { totalsOfOrder } from '../../rooms/money/prices.ts';
import { OrderWord } from '../../rooms/orders/order-status.tsx';
import { CompactTimeline } from '../../rooms/orders/order-timeline.tsx';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { DetailsLink, lineArtClass, OrderCard } from './order-card.tsx';
import { WalletShare } from './order-head.tsx';
import {
  codeCount,
  hasFailed,
  hasOwnTimeline,
  haveSameProgress,
  isNotCharged,
  lineStatusText,
} from './order-state.ts';

type Line = Order['aCartData'][number];

/** Lines of an order shown in the list. */
const maxLines = 3;

function RowLine({ order, line }: { order: Order; line: Line }) {
  // A single line is named and priced in the head.
  const single = order.aCartData.length === 1;
  // Where all lines have the same progress it is shown once, for the order.
  const status = !haveSameProgress(order) && lineStatusText(order, line);
  const hasTimeline = single ? !hasFailed(order) : hasOwnTimeline(order, line);
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <CardArt banner={line.sBanner} title={line.sTitle} className={lineArtClass} />
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
        {(status || hasTimeline) && (
          <div className="flex flex-wrap items-center gap-x-3 text-13 max-md:order-last max-md:w-full">
            {status && <span className="font-medium">{status}</span>}
            {hasTimeline && <CompactTimeline reached={line.eStatus} title={line.sTitle} />}
          </div>
        )}
        {!single && (
          <LinePrice
            line={pricedLine(line)}
            brief
            className={cx('ms-auto text-15', isNotCharged(order) && 'text-soft')}
          />
        )}
      </div>
    </li>
  );
}

/** The codes of an order in its row (ORD-09); unmounting masks them again. */
function RowCodes({ order }: { order: Order }) {
  const opened = useRevealedCodes(order);
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

/** A bought order of the list. */
export function OrderRow({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const more = order.aCartData.length - maxLines;
  const [first] = order.aCartData;
  const hasTimeline = order.aCartData.length > 1 && haveSameProgress(order) && !hasFailed(order);
  const { serviceChargeMinor } = totalsOfOrder(order);
  const codes = (
    <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
      {text('orders.seeCodes')}
    </Button>
  );
  return (
    <OrderCard
      order={order}
      // With several lines each has its own logo.
      logo={order.aCartData.length === 1 && first && <BrandLogo logo={first.sLogo} />}
      status={<OrderWord order={order} />}
      action={
        <PayRow
          order={order}
          otherwise={codeCount(order) > 0 ? codes : <DetailsLink order={order} />}
        />
      }
    >
      {order.sNotice && (
        <p className="mb-1 rounded-small bg-amber-tint px-3 py-1.5 text-13">{order.sNotice}</p>
      )}
      <ul>
        {order.aCartData.slice(0, maxLines).map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
        {more > 0 && <li className="text-13 text-soft">{text('orders.more', { count: more })}</li>}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {first && hasTimeline && (
          <CompactTimeline reached={first.eStatus} title={brandsOf(order)} />
        )}
        {/* With the charge the shown lines add up to the total. */}
        {order.aCartData.length > 1 && more <= 0 && serviceChargeMinor > 0n && (
          <p className="ms-auto flex gap-x-2 py-1 text-13 text-soft tabular-nums">
            {text('cart.serviceCharge')}
            <Money minor={serviceChargeMinor} currency={order.eCurrency} />
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <WalletShare order={order} />
      </div>
      {open && <RowCodes order={order} />}
    </OrderCard>
  );
}
