import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { LineShape } from '../../rooms/orders/line-shape.tsx';
import { OrderWord } from '../../rooms/orders/order-status.tsx';
import { titleOf } from '../../rooms/orders/order-title.ts';
import { isUnderWay, seenOrderQuery } from '../../rooms/orders/orders.ts';
import { WayBack } from '../../rooms/pages/back-link.tsx';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { BoughtOrder } from './bought-order.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { isMailUnderWay } from './mailed.tsx';
import { OrderDue, OrderNumber, placedOn } from './order-head.tsx';
import { SoldOrder } from './sell-order.tsx';
import { isPayoutMoving } from './standing.ts';
import { useRenew } from './use-renew.ts';

/** How often an order is looked at that is under way. */
const askEveryMs = 5_000;
/** And one whose mail is, or coins that pay for it. */
const askOfMailEveryMs = 15_000;

const panel = 'rounded-panel border border-line bg-surface px-4 md:px-6';

/** The shape of an order while it is on its way. */
function OrderSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{text('orders.loading')}</span>
      <div className="mb-4 flex items-center gap-4">
        <Skeleton className="h-6 w-20" />
        <LineSkeleton className="text-21" bar="h-5 w-20" />
      </div>
      <div className={panel}>
        <div className="grid grid-cols-4 border-b border-line py-4 sm:py-5">
          {repeat(4, (index) => (
            <div key={index}>
              <Skeleton className="mb-1.5 size-5 rounded-pill" />
              <LineSkeleton className="text-13" bar="h-3 w-3/4" />
            </div>
          ))}
        </div>
        <div className="pt-4 pb-4 sm:pt-5">
          <LineShape />
        </div>
      </div>
      <div className={`${panel} mt-4 py-4`}>
        <LineSkeleton className="mb-2 text-17" bar="h-5 w-24" />
        {repeat(5, (index) => (
          <LineSkeleton key={index} className="py-1" bar="h-4 w-full max-w-room" />
        ))}
      </div>
    </div>
  );
}

const back = (sold: boolean) => (
  <WayBack to={sold ? '/account/orders?tab=sell' : '/account/orders'}>{text('orders.all')}</WayBack>
);

/** One order, bought or sold, whole. */
export function OrderPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...seenOrderQuery(id),
    // Asked again by itself: what fails is said on the page, not time and again above it.
    meta: { quiet: true },
    refetchInterval: ({ state }) => {
      const order = state.data?.order;
      if (order?.eType === 'Sell') return isPayoutMoving(order) ? askOfMailEveryMs : false;
      if (!order) return false;
      if (isUnderWay(order)) return askEveryMs;
      return isMailUnderWay(order) ? askOfMailEveryMs : false;
    },
  });
  const renew = useRenew(refetch);
  if (data) {
    const { order, keptAt } = data;
    const sold = order.eType === 'Sell';
    return (
      <Page
        title={titleOf(order)}
        back={back(sold)}
        intro={
          <div className="flex flex-wrap items-baseline gap-x-4">
            <p>{placedOn(order)}</p>
            <OrderNumber order={order} />
          </div>
        }
      >
        {keptAt && <KeptNotice keptAt={keptAt} />}
        {sold ? (
          <SoldOrder order={order} onGone={renew} />
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
    <Page title={text('orders.one')} back={back(false)}>
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
