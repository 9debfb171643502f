import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ordersPerPage, ordersQuery } from '../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { hasOrderFilter, noOrderFilter, type OrderFilter, orderSearchOf } from './order-filter.ts';
import { OrderFilterFields } from './order-filter-fields.tsx';
import { OrderPages } from './order-pages.tsx';
import { OrderRow } from './order-row.tsx';
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
      // On wider screens the reset button is beside the search.
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

/** A page of bought orders, searched or filtered (ORD-03). */
export function OrderList({ filter, onFilter, page, onPage }: OrderListProps) {
  const list = useQuery(ordersQuery('Buy', page, ordersPerPage, orderSearchOf(filter)));
  const filtered = hasOrderFilter(filter);
  const none = list.data?.orders.length === 0 && !list.isPlaceholderData;
  const beyond = none && page > 1;
  // The address names a page that does not exist: show the first one.
  useEffect(() => {
    if (beyond) onFilter({});
  });
  if (beyond) return <OrderListSkeleton />;
  if (none && !filtered) return <NothingBought />;
  return (
    <>
      <OrderFilterFields filter={filter} onChange={onFilter} />
      {/* An empty result is shown below: here it is only announced. */}
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
        <OrderPages list={list} page={page} onPage={onPage}>
          {(order) => <OrderRow order={order} />}
        </OrderPages>
      )}
    </>
  );
}
