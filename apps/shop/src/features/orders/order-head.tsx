import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Money } from '../../rooms/money/money.tsx';
import { payableUntil } from '../../rooms/orders/orders.ts';
import { isVoid } from './standing.ts';

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

/** What became of an order's sum, where it is not what is paid for it. */
function aboutTotal({ eType, eStatus, sNotice }: Order): string | undefined {
  if (eType === 'Sell') return undefined; // It says so in a sentence.
  if (eStatus === 'Refunded') return text('orders.givenBack');
  // With a notice it says itself what became of the money.
  return sNotice === '' ? text('orders.notCharged') : undefined;
}

interface OrderTotalProps {
  order: Order;
  /** On what is said of the sum: beside it or below it. */
  className: string;
}

/** What an order comes to; grey and with a word where nothing is paid for it after all. */
export function OrderTotal({ order, className }: OrderTotalProps) {
  const about = isVoid(order) ? aboutTotal(order) : undefined;
  return (
    <p className={className}>
      <Money
        minor={fromWire(order.nTotalAmount)}
        currency={order.eCurrency}
        className={cx('font-display font-semibold', isVoid(order) && 'text-soft')}
      />{' '}
      {about && <span className="text-13 text-soft">{about}</span>}
    </p>
  );
}

/** The same on the order's own page: as long as it can be paid, what is left of it. */
export function OrderDue({ order }: { order: Order }) {
  const className = 'flex flex-wrap items-baseline gap-x-2 text-21';
  if (payableUntil(order) === undefined) return <OrderTotal order={order} className={className} />;
  const { nTotalAmount, nWalletAmount, eCurrency } = order;
  const totalMinor = fromWire(nTotalAmount);
  return (
    <p className={className}>
      <Money
        minor={totalMinor - fromWire(nWalletAmount)}
        currency={eCurrency}
        className="font-display font-semibold"
      />{' '}
      <span className="text-15 text-soft tabular-nums">
        {nWalletAmount > 0
          ? text('orders.leftOf', { total: formatMoney(totalMinor, eCurrency) })
          : text('orders.left')}
      </span>
    </p>
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
