import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { amountLeft } from '../../rooms/checkout/order-draft.ts';
import { Money } from '../../rooms/money/money.tsx';
import { payableUntil } from '../../rooms/orders/orders.ts';
import { isNotCharged } from './order-state.ts';

export const placedOn = ({ dCreatedAt }: Order): string =>
  text('orders.placedOn', { date: formatDate(dCreatedAt), time: formatTime(dCreatedAt) });

export function OrderNumber({ order }: { order: Order }) {
  return (
    <p className="font-code text-13 break-all text-soft">
      {text('orders.number', { number: order.sOrderId })}
    </p>
  );
}

/** Why the total of a bought order is not charged. */
function notChargedText({ eType, eStatus, sNotice }: Order): string | undefined {
  if (eType === 'Sell') return undefined; // A sale has its own sentence.
  if (eStatus === 'Refunded') return text('orders.givenBack');
  // A notice tells what happened to the money.
  return sNotice === '' ? text('orders.notCharged') : undefined;
}

interface OrderTotalProps {
  order: Order;
  className: string;
}

/** The total, grey with a reason when it is not charged. */
export function OrderTotal({ order, className }: OrderTotalProps) {
  const reason = isNotCharged(order) ? notChargedText(order) : undefined;
  return (
    <p className={className}>
      <Money
        minor={fromWire(order.nTotalAmount)}
        currency={order.eCurrency}
        className={cx('font-display font-semibold', isNotCharged(order) && 'text-soft')}
      />{' '}
      {reason && <span className="text-13 text-soft">{reason}</span>}
    </p>
  );
}

/** The total on the order's page; of an unpaid order the amount left to pay. */
export function OrderDue({ order }: { order: Order }) {
  const row = 'flex flex-wrap items-baseline gap-x-2';
  if (payableUntil(order) === undefined)
    return <OrderTotal order={order} className={`${row} text-21`} />;
  const { nTotalAmount, nWalletAmount, eCurrency } = order;
  const amount = (
    <Money
      minor={amountLeft(order)}
      currency={eCurrency}
      className="font-display text-21 font-semibold text-ink"
    />
  );
  const total = formatMoney(fromWire(nTotalAmount), eCurrency);
  return (
    <p className={`${row} text-15 text-soft tabular-nums`}>
      {nWalletAmount > 0
        ? textParts('orders.leftOf', { amount, total })
        : textParts('orders.left', { amount })}
    </p>
  );
}

/** The wallet's share of an unpaid order. */
export function WalletShare({ order }: { order: Order }) {
  if (order.nWalletAmount === 0 || payableUntil(order) === undefined) return null;
  return (
    <p className="text-13 text-soft tabular-nums">
      {text('orders.held', { amount: formatMoney(fromWire(order.nWalletAmount), order.eCurrency) })}
    </p>
  );
}
