import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OrderPage } from '../../rooms/orders/kept-orders.ts';
import { ordersPerPage, ordersQuery } from '../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { isFiltered, noOrderFilter, type OrderFilter, orderSearchOf } from './order-filter.ts';
import { OrderRow } from './order-row.tsx';
import { OrderSearch } from './order-search.tsx';
import { OrderListSkeleton } from './order-skeleton.tsx';

function NothingBought() {
  return (
    <Empty
      drawing={<EmptyReceipt />}
      title={text('orders.empty')}
      hint={text('orders.empty.hint')}
      action={
        <ButtonLink to="/gift-cards" look="primary">
          {text('orders.empty.action')}
        </ButtonLink>
      }
    />
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <Empty
      drawing={<EmptyReceipt />}
      title={text('orders.empty')}
      hint={text('orders.filter.emptyHint')}
      // Where there is room, it stands beside the search.
      action={
        <Button className="sm:hidden" onClick={onReset}>
          {text('catalogue.reset')}
        </Button>
      }
    />
  );
}

interface OrderListProps {
  filter: OrderFilter;
  onFilter: (change: Partial<OrderFilter>) => void;
  page: number;
  onPage: (page: number) => void;
}

/** A page of what the member bought (ORD-03), or of what is looked for among it. */
export function OrderList({ filter, onFilter, page, onPage }: OrderListProps) {
  const list = useQuery(ordersQuery('Buy', page, ordersPerPage, orderSearchOf(filter)));
  const filtered = isFiltered(filter);
  const none = list.data?.orders.length === 0 && !list.isPlaceholderData;
  const beyond = none && page > 1;
  // An address can name a page that is not there, or not any more: the first one says what there is.
  useEffect(() => {
    if (beyond) onFilter({});
  });
  if (beyond) return <OrderListSkeleton />;
  if (none && !filtered) return <NothingBought />;
  return (
    <>
      <OrderSearch filter={filter} onChange={onFilter} />
      {/* Where nothing is found the count is only read out: below it is said to the eyes. */}
      <p
        aria-live="polite"
        className={none ? 'sr-only' : 'mb-3 text-13 text-soft tabular-nums empty:mb-0'}
      >
        {filtered &&
          list.data &&
          !list.isPlaceholderData &&
          text('orders.filter.found', { count: list.data.total })}
      </p>
      {none ? (
        <NothingFound onReset={() => onFilter(noOrderFilter)} />
      ) : (
        <OrderPages list={list} page={page} onPage={onPage} />
      )}
    </>
  );
}

interface OrderPagesProps extends Pick<OrderListProps, 'page' | 'onPage'> {
  list: UseQueryResult<OrderPage>;
}

function OrderPages({ list, page, onPage }: OrderPagesProps) {
  const { data, error, refetch, isPlaceholderData: stale } = list;
  if (error && !data)
    return <LoadFailed title={text('ui.failed.orders')} error={error} onRetry={refetch} />;
  if (!data) return <OrderListSkeleton />;
  return (
    <>
      {data.keptAt && <KeptNotice keptAt={data.keptAt} />}
      <ul className={cx('space-y-3 transition-opacity', stale && 'opacity-55')} aria-busy={stale}>
        {data.orders.map((order) => (
          <li key={order._id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(data.total / ordersPerPage)} onPage={onPage} />
    </>
  );
}
