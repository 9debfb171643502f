import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { Link } from 'react-router';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { fromList } from '../../parts/back-link.tsx';
import { Money } from '../../parts/money.tsx';
import { orderPath, payableUntil } from '../../parts/orders.ts';
import { cx } from '../../ui/cx.ts';
import { isOver } from './standing.ts';

/** When an order was placed. */
export const placedOn = ({ dCreatedAt }: Order): string =>
  text('orders.placedOn', { date: formatDate(dCreatedAt), time: formatTime(dCreatedAt) });

/** Which order of a list it is, bought or sold: its day, which leads to its page, its number and total. */
export function OrderHead({ order }: { order: Order }) {
  return (
    <header className="flex items-start justify-between gap-x-4 pt-3 pb-2 sm:py-4">
      <div className="min-w-0">
        <h2 className="font-text text-15 font-semibold">
          <Link to={orderPath(order.sOrderId)} state={fromList} className="hover:underline">
            {placedOn(order)}
          </Link>
        </h2>
        {/* A phone shows it on the order's page. */}
        <div className="max-sm:sr-only">
          <OrderNumber order={order} />
        </div>
      </div>
      <OrderTotal order={order} className="text-17 sm:text-21" />
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

export function OrderTotal({ order, className }: { order: Order; className: string }) {
  return (
    <Money
      minor={fromWire(order.nTotalAmount)}
      currency={order.eCurrency}
      className={cx(
        'font-display font-semibold',
        // Nothing was paid for it, and nothing will be.
        isOver(order) && payableUntil(order) === undefined && 'text-soft line-through',
        className,
      )}
    />
  );
}

/** What the wallet gives of the total, while the rest is to be paid. */
export function HeldFromWallet({ order }: { order: Order }) {
  if (order.nWalletAmount === 0 || payableUntil(order) === undefined) return null;
  return (
    <p className="text-13 text-soft tabular-nums">
      {text('orders.held', { amount: formatMoney(fromWire(order.nWalletAmount), order.eCurrency) })}
    </p>
  );
}
