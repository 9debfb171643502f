import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { Link } from 'react-router';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { fromList } from '../../parts/back-link.tsx';
import { Money } from '../../parts/money.tsx';
import { OrderWord } from '../../parts/order-status.tsx';
import { orderPath } from '../../parts/orders.ts';

/** When an order was placed. */
export const placedOn = ({ dCreatedAt }: Order): string =>
  text('orders.placedOn', { date: formatDate(dCreatedAt), time: formatTime(dCreatedAt) });

/** Which order it is, bought or sold: its day, which leads to its page, number, state and total. */
export function OrderHead({ order }: { order: Order }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <h2 className="font-text text-15 font-semibold tracking-normal">
          <Link to={orderPath(order.sOrderId)} state={fromList} className="hover:underline">
            {placedOn(order)}
          </Link>
        </h2>
        <OrderNumber order={order} />
      </div>
      <OrderStanding order={order} />
    </header>
  );
}

export function OrderNumber({ order }: { order: Order }) {
  return (
    <p className="font-code text-13 break-all text-soft">
      {text('orders.number', { number: order.sOrderId })}
    </p>
  );
}

/** The state and the total. */
export function OrderStanding({ order }: { order: Order }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between">
      <OrderWord state={order.eStatus} />
      <Money
        minor={fromWire(order.nTotalAmount)}
        currency={order.eCurrency}
        className="font-display text-21 font-semibold"
      />
    </div>
  );
}
