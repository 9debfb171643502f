import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { fromList } from '../../parts/back-link.tsx';
import { BrandLogo } from '../../parts/brand-logo.tsx';
import { CardArt } from '../../parts/card-art.tsx';
import { LinePrice } from '../../parts/line-price.tsx';
import { formatFace } from '../../parts/money.tsx';
import { pricedLine } from '../../parts/order-draft.ts';
import { TimelineGlance } from '../../parts/order-timeline.tsx';
import { checkoutPath, orderPath, payableUntil } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { OrderHead } from './order-head.tsx';
import { isOver, isRefunded, standingOf } from './standing.ts';
import { minutesLeftText, useMinutesLeft } from './unpaid.tsx';

type Line = Order['aCartData'][number];

/** So many lines of an order stand in the list. */
const linesInRow = 3;

function RowLine({ order, line }: { order: Order; line: Line }) {
  const standing = standingOf(order, line);
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1 py-2 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:items-center">
      <CardArt banner={line.sBanner} title={line.sTitle} />
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <BrandLogo logo={line.sLogo} />
          <h3 className="line-clamp-2 font-text text-15 font-semibold tracking-normal">
            {line.sTitle}
          </h3>
        </div>
        <p className="text-13 text-soft tabular-nums">
          {text('orders.line', {
            quantity: line.nQuantity,
            value: formatFace(fromWire(line.nValue), line.eCurrency),
          })}
          {standing && (
            <>
              {' · '}
              <span>{standing}</span>
            </>
          )}
        </p>
        {!isRefunded(order, line) && (
          <TimelineGlance reached={line.eStatus} over={isOver(order)} title={line.sTitle} />
        )}
      </div>
      <LinePrice line={pricedLine(line)} className="max-sm:col-start-2 sm:text-right" />
    </li>
  );
}

/** Pays an order that is not paid, on whatever device it is seen. */
function PayAction({ order, until }: { order: Order; until: string }) {
  const minutes = useMinutesLeft(until);
  const leftMinor = fromWire(order.nTotalAmount) - fromWire(order.nWalletAmount);
  if (minutes === 0) return <DetailsAction order={order} />;
  return (
    <>
      <span className="text-13 text-soft tabular-nums">{minutesLeftText(minutes)}</span>
      <ButtonLink to={checkoutPath(order.sOrderId)} look="primary" size="small">
        {text('orders.pay', { amount: formatMoney(leftMinor, order.eCurrency) })}
      </ButtonLink>
    </>
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
  const until = payableUntil(order);
  return (
    <article className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <OrderHead order={order} />
      {order.sNotice && (
        <p className="mb-3 rounded-small bg-amber-tint px-3 py-2 text-15">{order.sNotice}</p>
      )}
      <ul className="border-t border-line py-2">
        {order.aCartData.slice(0, linesInRow).map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-end gap-3 pb-4">
        {more > 0 && (
          <p className="grow text-13 text-soft">{text('orders.more', { count: more })}</p>
        )}
        {until ? <PayAction order={order} until={until} /> : <DetailsAction order={order} />}
      </div>
    </article>
  );
}
