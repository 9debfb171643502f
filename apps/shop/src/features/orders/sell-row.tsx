import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { Money } from '../../rooms/money/money.tsx';
import { isSettled } from '../../rooms/orders/order-status.tsx';
import { Answer } from './answer.tsx';
import { lineArt, OrderFrame, ToDetails } from './order-frame.tsx';
import { SoldWords } from './payout.tsx';
import { SoldPictures } from './sold-pictures.tsx';
import { feesOf, isOver, outcomeOf, payoutPlace } from './standing.ts';

type Line = Order['aCartData'][number];

function RowLine({ order, line }: { order: Order; line: Line }) {
  return (
    <li className="flex items-start gap-3 py-1 md:py-0.5">
      <CardArt banner={line.sBanner} title={line.sTitle} className={lineArt} />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 md:min-h-8 md:items-center">
        {/* Of a single card its head says what it is. */}
        {order.aCartData.length > 1 && (
          <h3 className="line-clamp-2 font-text text-15 font-semibold max-md:w-full">
            {line.sTitle}
          </h3>
        )}
        {/* Nothing is taken off what is not paid. */}
        {!isOver(order) && (
          <p className="text-13 text-soft tabular-nums max-md:order-last max-md:w-full">
            {text('sell.row.fee', { fee: formatMoney(-feesOf(order), order.eCurrency) })}
          </p>
        )}
        <p className="tabular-nums max-md:text-13 max-md:text-soft md:ml-auto">
          {text('sell.line', { quantity: line.nQuantity })}{' '}
          <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />
        </p>
      </div>
    </li>
  );
}

/** What comes is said with the card, in full, and money that came leads to where it is. */
function Outcome({ order }: { order: Order }) {
  const outcome = outcomeOf(order);
  if (outcome === undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-15 font-medium tabular-nums">
      <span>{outcome}</span>
      {isSettled(order) && (
        <Link
          to={payoutPlace(order)}
          className="relative inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {text('nav.openWallet')}
        </Link>
      )}
    </p>
  );
}

/** One sold card of the list: what it brings, what was decided and why, its pictures (ORD-11), and what can be done about it now. */
export function SellRow({ order, onGone }: { order: Order; onGone: () => void }) {
  return (
    <OrderFrame
      order={order}
      standing={<SoldWords order={order} />}
      action={<ToDetails order={order} />}
    >
      <Answer order={order} brief />
      <ul>
        {order.aCartData.map((line) => (
          <RowLine key={line._id} order={order} line={line} />
        ))}
      </ul>
      {order.aCartData.map(
        ({ _id, aImages }) =>
          aImages && <SoldPictures key={_id} images={aImages} onGone={onGone} brief />,
      )}
      <Outcome order={order} />
    </OrderFrame>
  );
}
