import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import type { ReactNode } from 'react';
import { checkoutPath, payableUntil } from '../orders/orders.ts';
import { amountLeft } from './order-draft.ts';
import { HoldTime, minutesLeftText, useMinutesLeft, useSecondsLeft } from './time-left.tsx';

interface ForOrder {
  order: Order;
}

/** A link to the checkout of an unpaid order, with the amount left. */
function PayLink({ order, small = false }: ForOrder & { small?: boolean }) {
  return (
    <ButtonLink
      to={checkoutPath(order.sOrderId)}
      look="primary"
      {...(small ? { size: 'small' } : { className: '@max-[28rem]:w-full' })}
    >
      {text('orders.pay', { amount: formatMoney(amountLeft(order), order.eCurrency) })}
    </ButtonLink>
  );
}

/** The remaining time and the pay link of a list row; `otherwise` for an order that can not be paid. */
export function PayRow({ order, otherwise = null }: ForOrder & { otherwise?: ReactNode }) {
  const minutes = useMinutesLeft(payableUntil(order));
  if (minutes === 0) return otherwise;
  return (
    <>
      <span className="text-13 text-soft tabular-nums">{minutesLeftText(minutes)}</span>
      <PayLink order={order} small />
    </>
  );
}

/** The remaining time and the pay link at the top of an order page. */
export function PayPanel({ order, title }: ForOrder & { title?: string }) {
  const seconds = useSecondsLeft(payableUntil(order), 1_000);
  if (seconds === 0) return null;
  return (
    <div
      className="@container rounded-panel border border-amber/40 bg-amber-tint p-4 md:px-6"
      data-screen-only
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          {title && <p className="text-17 font-semibold">{title}</p>}
          <p className="text-15">
            <HoldTime seconds={seconds} />{' '}
            {order.nWalletAmount > 0 &&
              text('checkout.setAside', {
                amount: formatMoney(fromWire(order.nWalletAmount), order.eCurrency),
              })}
          </p>
        </div>
        <PayLink order={order} />
      </div>
    </div>
  );
}
