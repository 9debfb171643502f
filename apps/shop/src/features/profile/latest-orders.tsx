import { Loaded } from '@giftlane/client/loaded.tsx';
import { fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { PayRow } from '../../rooms/checkout/pay-order.tsx';
import { Money } from '../../rooms/money/money.tsx';
import { SummaryWord } from '../../rooms/orders/order-status.tsx';
import { ordersQuery } from '../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';

/** The latest ten bought orders (PROF-01): the first page of My Orders. */
export const latestOrdersQuery = ordersQuery('Buy', 1, 10);

function nameOf({ aCartData }: Order): string {
  const title = aCartData[0]?.sTitle ?? '';
  const count = aCartData.length - 1;
  return count > 0 ? text('profile.orders.more', { title, count }) : title;
}

function OrderRow({ order }: { order: Order }) {
  const [first] = order.aCartData;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0">
      {first && (
        <CardArt banner={first.sBanner} title={first.sTitle} className="w-10 shrink-0 sm:w-14" />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 font-medium break-words">{nameOf(order)}</p>
        <p className="text-13 text-soft">{formatDate(order.dCreatedAt)}</p>
      </div>
      <div className="flex flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-4">
        <SummaryWord status={order.nStatus} />
        <Money
          minor={fromWire(order.nTotalAmount)}
          currency={order.eCurrency}
          className="min-w-20 text-end font-medium"
        />
      </div>
      {/* Empty unless the order waits for its payment. */}
      <div className="mt-1 flex basis-full items-center justify-between gap-4 rounded-small bg-amber-tint py-2 pe-2 ps-3 empty:hidden">
        <PayRow order={order} />
      </div>
    </li>
  );
}

const noOrders = (
  <Empty
    drawing={<EmptyReceipt />}
    title={text('orders.empty')}
    hint={text('orders.empty.hint')}
    action={<ButtonLink to="/gift-cards">{text('orders.empty.action')}</ButtonLink>}
    inside
  />
);

/** The latest orders with the summary's wording. */
export function LatestOrders() {
  const query = useQuery(latestOrdersQuery);
  return (
    <section
      aria-labelledby="latest-orders"
      className="rounded-panel border border-line bg-surface px-5 pt-5 pb-2"
    >
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h2 id="latest-orders" className="text-21">
          {text('profile.orders')}
        </h2>
        {query.data?.orders.length !== 0 && (
          <Link to="/account/orders" className="font-semibold text-leaf hover:underline">
            {text('profile.orders.all')}
          </Link>
        )}
      </div>
      <Loaded
        query={query}
        waiting={repeat(5, (index) => <Skeleton key={index} className="my-3 h-10" />)}
        failed={text('ui.failed.orders')}
        inside
      >
        {({ orders }) =>
          orders.length === 0 ? (
            noOrders
          ) : (
            <ul>
              {orders.map((order) => (
                <OrderRow key={order._id} order={order} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
