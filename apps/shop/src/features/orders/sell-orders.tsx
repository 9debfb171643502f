import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ordersPerPage, ordersQuery } from '../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { OrderListSkeleton } from './order-skeleton.tsx';
import { SellRow } from './sell-row.tsx';
import { useRenew } from './use-renew.ts';

function NothingSold() {
  return (
    <Empty
      drawing={<EmptyReceipt />}
      title={text('orders.empty')}
      hint={text('orders.empty.sellHint')}
      action={
        <ButtonLink to="/sell-cards-select" look="primary">
          {text('orders.empty.sellAction')}
        </ButtonLink>
      }
    />
  );
}

interface SellOrdersProps {
  page: number;
  onPage: (page: number) => void;
}

/** A page of what the member sells (ORD-02, ORD-03). */
export function SellOrders({ page, onPage }: SellOrdersProps) {
  const list = useQuery(ordersQuery('Sell', page, ordersPerPage));
  const { data, error, refetch, isPlaceholderData: stale } = list;
  const renew = useRenew(refetch);
  const beyond = data?.orders.length === 0 && page > 1 && !stale;
  // An address can name a page that is not there, or not any more: the first one says what there is.
  useEffect(() => {
    if (beyond) onPage(1);
  });
  if (error && !data)
    return <LoadFailed title={text('ui.failed.orders')} error={error} onRetry={refetch} />;
  if (!data || beyond) return <OrderListSkeleton />;
  if (data.orders.length === 0) return <NothingSold />;
  return (
    <>
      <ul className={cx('space-y-3 transition-opacity', stale && 'opacity-55')} aria-busy={stale}>
        {data.orders.map((order) => (
          <li key={order._id}>
            <SellRow order={order} onGone={renew} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(data.total / ordersPerPage)} onPage={onPage} />
    </>
  );
}
