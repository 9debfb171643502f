import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { OrderLineSkeleton, orderPanelClass } from '../../rooms/orders/order-line-skeleton.tsx';
import { OrderWord } from '../../rooms/orders/order-status.tsx';
import { titleOf } from '../../rooms/orders/order-title.ts';
import { isUnderWay, seenOrderQuery } from '../../rooms/orders/orders.ts';
import { WayBack } from '../../rooms/pages/back-link.tsx';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { BoughtOrder } from './bought-order.tsx';
import { isMailPending } from './delivery-mail.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { OrderDue, OrderNumber, placedOn } from './order-head.tsx';
import { isPayoutPending } from './order-state.ts';
import { SaleDetails } from './sales/sale-details.tsx';
import { useRefetchPictures } from './sales/use-refetch-pictures.ts';

/** Polling of an order whose state may change. */
const pollMs = 5_000;
/** Polling while only a mail or a coin payout is pending. */
const slowPollMs = 15_000;

function OrderSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{text('orders.loading')}</span>
      <div className="mb-4 flex items-center gap-4">
        <Skeleton className="h-6 w-20" />
        <LineSkeleton className="text-21" bar="h-5 w-20" />
      </div>
      <div className={orderPanelClass}>
        <div className="grid grid-cols-4 border-b border-line py-4 sm:py-5">
          {repeat(4, (index) => (
            <div key={index}>
              <Skeleton className="mb-1.5 size-5 rounded-pill" />
              <LineSkeleton className="text-13" bar="h-3 w-3/4" />
            </div>
          ))}
        </div>
        <div className="pt-4 pb-4 sm:pt-5">
          <OrderLineSkeleton />
        </div>
      </div>
      <div className={`${orderPanelClass} mt-4 py-4`}>
        <LineSkeleton className="mb-2 text-17" bar="h-5 w-24" />
        {repeat(5, (index) => (
          <LineSkeleton key={index} className="py-1" bar="h-4 w-full max-w-room" />
        ))}
      </div>
    </div>
  );
}

const backLink = (sold: boolean) => (
  <WayBack to={sold ? '/account/orders?tab=sell' : '/account/orders'}>{text('orders.all')}</WayBack>
);

/** The page of a bought or sold order. */
export function OrderPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...seenOrderQuery(id),
    // Polled: a failed poll must not show a toast each time.
    meta: { quiet: true },
    refetchInterval: ({ state }) => {
      const order = state.data?.order;
      if (order?.eType === 'Sell') return isPayoutPending(order) ? slowPollMs : false;
      if (!order) return false;
      if (isUnderWay(order)) return pollMs;
      return isMailPending(order) ? slowPollMs : false;
    },
  });
  const refetchPictures = useRefetchPictures(refetch);
  if (data) {
    const { order, keptAt } = data;
    const sold = order.eType === 'Sell';
    return (
      <Page
        title={titleOf(order)}
        back={backLink(sold)}
        intro={
          <div className="flex flex-wrap items-baseline gap-x-4">
            <p>{placedOn(order)}</p>
            <OrderNumber order={order} />
          </div>
        }
      >
        {keptAt && <OfflineNotice keptAt={keptAt} />}
        {sold ? (
          <SaleDetails order={order} onExpired={refetchPictures} />
        ) : (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
              <OrderWord order={order} />
              <OrderDue order={order} />
            </div>
            <BoughtOrder order={order} />
          </>
        )}
      </Page>
    );
  }
  const unknown = isRefusal(error, 'order.not_found', 'input.invalid');
  return (
    <Page title={text('orders.one')} back={backLink(false)}>
      {unknown ? (
        <Empty drawing={<EmptyReceipt />} title={text('orders.gone')} />
      ) : error ? (
        <LoadFailed title={text('ui.failed.order')} error={error} onRetry={refetch} />
      ) : (
        <OrderSkeleton />
      )}
    </Page>
  );
}
