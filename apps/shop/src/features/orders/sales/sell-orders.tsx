import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ordersPerPage, ordersQuery } from '../../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../../rooms/pages/drawings.tsx';
import { OrderPages } from '../order-pages.tsx';
import { OrderListSkeleton } from '../order-skeleton.tsx';
import { SellRow } from './sell-row.tsx';
import { useRefetchPictures } from './use-refetch-pictures.ts';

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

/** A page of the member's sales (ORD-02, ORD-03). */
export function SellOrders({ page, onPage }: SellOrdersProps) {
  const list = useQuery(ordersQuery('Sell', page, ordersPerPage));
  const refetchPictures = useRefetchPictures(list.refetch);
  const none = list.data?.orders.length === 0 && !list.isPlaceholderData;
  const beyond = none && page > 1;
  // The address names a page that does not exist: show the first one.
  useEffect(() => {
    if (beyond) onPage(1);
  });
  if (beyond) return <OrderListSkeleton />;
  if (none) return <NothingSold />;
  return (
    <OrderPages list={list} page={page} onPage={onPage}>
      {(order) => <SellRow order={order} onExpired={refetchPictures} />}
    </OrderPages>
  );
}
