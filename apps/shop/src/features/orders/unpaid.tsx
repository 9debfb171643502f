import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { formatTime } from '../../lib/dates.ts';
import { checkoutPath, payableUntil } from '../../parts/orders.ts';
import { useSecondsLeft } from '../../parts/use-seconds-left.ts';
import { ButtonLink } from '../../ui/button.tsx';

const lookEveryMs = 5_000;

/** Whole minutes until a moment, 0 when it has passed. */
export const useMinutesLeft = (until: string): number =>
  Math.ceil(useSecondsLeft(until, lookEveryMs) / 60);

export const minutesLeftText = (minutes: number): string =>
  minutes === 1 ? text('orders.minutesLeftOne') : text('orders.minutesLeft', { minutes });

function PayNow({ order, until }: { order: Order; until: string }) {
  const minutes = useMinutesLeft(until);
  if (minutes === 0) return null;
  const time = formatTime(until);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-small bg-amber-tint px-3 py-3">
      <p className="text-15">
        {minutes === 1
          ? text('orders.payUntilOne', { time })
          : text('orders.payUntil', { time, minutes })}
      </p>
      <ButtonLink to={checkoutPath(order.sOrderId)} look="primary" size="small">
        {text('orders.payNow')}
      </ButtonLink>
    </div>
  );
}

/** What is to be done about an order that is not paid, on whatever device it is seen. */
export function Unpaid({ order }: { order: Order }) {
  if (order.bPaying)
    return (
      <p className="mb-4 rounded-small bg-amber-tint px-3 py-2 text-15">{text('orders.paying')}</p>
    );
  // With a notice it says itself what became of the money.
  if (order.eStatus === 'Failed' && !order.sNotice)
    return <p className="mb-4 text-15 text-soft">{text('success.failed')}</p>;
  const until = payableUntil(order);
  return until === undefined ? null : <PayNow order={order} until={until} />;
}
