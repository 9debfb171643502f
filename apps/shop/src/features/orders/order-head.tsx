import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { Money } from '../../parts/money.tsx';
import { OrderWord } from '../../parts/order-status.tsx';

/** Which order it is, bought or sold: its day, number, state and total. */
export function OrderHead({ order }: { order: Order }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <h2 className="font-text text-15 font-semibold tracking-normal">
          {text('orders.placedOn', {
            date: formatDate(order.dCreatedAt),
            time: formatTime(order.dCreatedAt),
          })}
        </h2>
        <p className="font-code text-13 break-all text-soft">
          {text('orders.number', { number: order.sOrderId })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:w-full max-sm:justify-between">
        <OrderWord state={order.eStatus} />
        <Money
          minor={fromWire(order.nTotalAmount)}
          currency={order.eCurrency}
          className="font-display text-21 font-semibold"
        />
      </div>
    </header>
  );
}
