import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { EmptyReceipt } from '../../parts/drawings.tsx';
import { ordersQuery } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { repeat, Skeleton } from '../../ui/skeleton.tsx';
import { Empty, Failed } from '../../ui/state.tsx';
import { OrderCard } from './order-card.tsx';

export const ordersPerPage = 10;

function OrderListSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{text('orders.loading')}</span>
      {repeat(3, (index) => (
        <div key={index} className="rounded-panel border border-line bg-surface p-6">
          <div className="flex justify-between">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-24" />
          </div>
          <div className="mt-6 grid grid-cols-[5.5rem_1fr] gap-4 md:grid-cols-[7rem_1fr]">
            <Skeleton className="aspect-(--card-ratio)" />
            <Skeleton className="h-12 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface OrderListProps {
  kind: 'Buy' | 'Sell';
  page: number;
  onPage: (page: number) => void;
}

/** A page of the member's orders (ORD-03). */
export function OrderList({ kind, page, onPage }: OrderListProps) {
  const { data, error, refetch } = useQuery(ordersQuery(kind, page, ordersPerPage));
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <OrderListSkeleton />;
  if (data.orders.length === 0) {
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
  return (
    <>
      {data.keptAt && (
        <div className="mb-4">
          <Notice tone="waiting" title={text('offline.orders')}>
            <p className="text-15">
              {text('offline.keptAt', {
                date: formatDate(data.keptAt),
                time: formatTime(data.keptAt),
              })}
            </p>
          </Notice>
        </div>
      )}
      <ul className="space-y-4">
        {data.orders.map((order) => (
          <li key={order._id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(data.total / ordersPerPage)} onPage={onPage} />
    </>
  );
}
