import { Loaded } from '@giftlane/client/loaded.tsx';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrderListPage } from '../../rooms/orders/kept-orders.ts';
import { ordersPerPage } from '../../rooms/orders/orders.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { OrderListSkeleton } from './order-skeleton.tsx';

interface OrderPagesProps {
  list: UseQueryResult<OrderListPage>;
  page: number;
  onPage: (page: number) => void;
  children: (order: Order) => ReactNode;
}

/** A page of orders and the pager below it. */
export function OrderPages({ list, page, onPage, children }: OrderPagesProps) {
  const stale = list.isPlaceholderData;
  return (
    <Loaded query={list} waiting={<OrderListSkeleton />} failed={text('ui.failed.orders')}>
      {({ orders, total, keptAt }) => (
        <>
          {keptAt && <OfflineNotice keptAt={keptAt} />}
          <ul
            className={cx('space-y-3 transition-opacity', stale && 'opacity-55')}
            aria-busy={stale}
          >
            {orders.map((order) => (
              <li key={order._id}>{children(order)}</li>
            ))}
          </ul>
          <Pager page={page} pages={Math.ceil(total / ordersPerPage)} onPage={onPage} />
        </>
      )}
    </Loaded>
  );
}
