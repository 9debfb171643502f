import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { orderPath } from '../../rooms/orders/orders.ts';
import { fromList } from '../../rooms/pages/back-link.tsx';
import { OrderNumber, OrderTotal, placedOn } from './order-head.tsx';

interface OrderFrameProps {
  order: Order;
  /** The brand's, before the name. */
  mark?: ReactNode;
  /** How it stands. */
  standing: ReactNode;
  /** What can be done about it now. */
  action: ReactNode;
  children: ReactNode;
}

/**
 * A row of the lists, bought or sold. From a tablet on all that is said of the order as a whole stands above what is in
 * it: how it stands beside the name, at the right the action and the sum; on a phone standing and action are below, at
 * the thumb. A press anywhere opens its page.
 */
export function OrderFrame({ order, mark, standing, action, children }: OrderFrameProps) {
  return (
    <article className="relative flex flex-wrap items-center gap-x-4 rounded-panel border border-line bg-surface px-4 py-3 transition-colors hover:border-edge md:grid md:grid-cols-[minmax(0,max-content)_1fr_auto_auto] md:px-5 md:py-2.5">
      <header className="min-w-0 flex-1 md:contents">
        <h2 className="flex items-center gap-2 font-text text-15 font-semibold *:[img]:size-5">
          {mark}
          <Link
            to={orderPath(order.sOrderId)}
            state={fromList}
            className="after:absolute after:inset-0 after:rounded-panel hover:underline focus-visible:outline-none focus-visible:after:outline-(length:--ring-width) focus-visible:after:outline-offset-2 focus-visible:after:outline-leaf"
          >
            {brandsOf(order)}
          </Link>
        </h2>
        <div className="flex items-baseline gap-x-3 text-13 text-soft md:col-span-2 md:row-start-2">
          <p className="shrink-0">{placedOn(order)}</p>
          {/* A phone shows it on the order's page. */}
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
        {standing}
      </div>
      <div className="relative flex flex-wrap items-center justify-end gap-x-3 md:col-start-3 md:row-span-2 md:row-start-1">
        {action}
      </div>
    </article>
  );
}

/** The way to an order's page, where nothing else is to be done about it. */
export function ToDetails({ order }: { order: Order }) {
  return (
    <ButtonLink
      to={orderPath(order.sOrderId)}
      state={fromList}
      look="quiet"
      size="small"
      className="-mr-3"
    >
      {text('orders.details')}
    </ButtonLink>
  );
}

/** How large the card of a line is. */
export const lineArt = 'w-14 shrink-0 self-start md:w-11';
