import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { orderPath } from '../../rooms/orders/orders.ts';
import { fromList } from '../../rooms/pages/back-link.tsx';
import { OrderNumber, OrderTotal, placedOn } from './order-head.tsx';

interface OrderCardProps {
  order: Order;
  logo?: ReactNode;
  status: ReactNode;
  action: ReactNode;
  children: ReactNode;
}

/** An order in a list, as one link to its page; status and action are in the head, on phones at the bottom. */
export function OrderCard({ order, logo, status, action, children }: OrderCardProps) {
  return (
    <article className="relative flex flex-wrap items-center gap-x-4 rounded-panel border border-line bg-surface px-4 py-3 transition-colors hover:border-edge md:grid md:grid-cols-[minmax(0,max-content)_1fr_auto_auto] md:px-5 md:py-2.5">
      <header className="min-w-0 flex-1 md:contents">
        <h2 className="flex items-center gap-2 font-text text-15 font-semibold *:[img]:size-5">
          {logo}
          <Link
            to={orderPath(order.sOrderId)}
            state={fromList}
            className="min-w-0 wrap-anywhere after:absolute after:inset-0 after:rounded-panel hover:underline focus-visible:outline-none focus-visible:after:outline-(length:--ring-width) focus-visible:after:outline-offset-2 focus-visible:after:outline-leaf"
          >
            {brandsOf(order)}
          </Link>
        </h2>
        <div className="flex items-baseline gap-x-3 text-13 text-soft md:col-span-2 md:row-start-2">
          <p className="shrink-0">{placedOn(order)}</p>
          <div className="max-md:sr-only md:min-w-0 md:*:truncate">
            <OrderNumber order={order} />
          </div>
        </div>
      </header>
      <OrderTotal
        order={order}
        className="flex flex-col items-end text-17 md:col-start-4 md:row-span-2 md:row-start-1"
      />
      <div className="min-w-0 basis-full py-2 md:col-span-full md:pb-0">{children}</div>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 md:col-start-2 md:row-start-1">
        {status}
      </div>
      <div className="relative flex flex-wrap items-center justify-end gap-x-3 md:col-start-3 md:row-span-2 md:row-start-1">
        {action}
      </div>
    </article>
  );
}

/** A link to the order's page, where a row has no other action. */
export function DetailsLink({ order }: { order: Order }) {
  return (
    <ButtonLink
      to={orderPath(order.sOrderId)}
      state={fromList}
      look="quiet"
      size="small"
      className="-me-3"
    >
      {text('orders.details')}
    </ButtonLink>
  );
}

/** Size of a line's card art. */
export const lineArtClass = 'w-14 shrink-0 self-start md:w-11';
