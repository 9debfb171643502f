import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { Money } from '../../parts/money.tsx';
import { payableUntil } from '../../parts/orders.ts';
import { cx } from '../../ui/cx.ts';
import { isOver } from './standing.ts';

/** When an order was placed. */
export const placedOn = ({ dCreatedAt }: Order): string =>
  text('orders.placedOn', { date: formatDate(dCreatedAt), time: formatTime(dCreatedAt) });

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
