import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { CardArt } from '../../rooms/catalogue/card-art.tsx';
import { amountLeft } from '../../rooms/checkout/order-draft.ts';
import { Money } from '../../rooms/money/money.tsx';
import { BuyAgainButton, LeftOut, useBuyAgain } from '../../rooms/orders/buy-again.tsx';
import { OrderWord } from '../../rooms/orders/order-status.tsx';
import { brandsOf } from '../../rooms/orders/order-title.ts';
import { checkoutPath, orderPath, ordersQuery, payableUntil } from '../../rooms/orders/orders.ts';

/** Pays or opens the order. */
function OrderButton({ order }: { order: Order }) {
  const { sOrderId, eCurrency, aCartData } = order;
  if (payableUntil(order)) {
    return (
      <ButtonLink to={checkoutPath(sOrderId)} look="primary" size="small">
        {text('orders.pay', { amount: formatMoney(amountLeft(order), eCurrency) })}
      </ButtonLink>
    );
  }
  const hasCodes = aCartData.some(({ nCodes }) => nCodes > 0);
  return (
    <ButtonLink to={orderPath(sOrderId)} size="small">
      {text(hasCodes ? 'orders.seeCodes' : 'home.face.open')}
    </ButtonLink>
  );
}

function LastOrder({ order }: { order: Order }) {
  const again = useBuyAgain(order);
  const [line] = order.aCartData;
  return (
    <>
      <LeftOut {...again} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {line && (
          <CardArt banner={line.sBanner} title={line.sTitle} className="w-16 shrink-0 sm:w-20" />
        )}
        <div className="min-w-0 grow basis-40">
          <p className="text-13 text-soft">
            {text('home.face.last', { date: formatDate(order.dCreatedAt) })}
          </p>
          <p className="line-clamp-2 font-semibold wrap-anywhere">{brandsOf(order)}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-13">
            <OrderWord order={order} />
            <Money minor={fromWire(order.nTotalAmount)} currency={order.eCurrency} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {payableUntil(order) === undefined && <BuyAgainButton {...again} />}
          <OrderButton order={order} />
        </div>
      </div>
    </>
  );
}

/** The member's wallet balance and last order. */
export default function MemberSummary({ member }: { member: User }) {
  const { data, isPending } = useQuery({
    ...ordersQuery('Buy', 1, 1),
    meta: { quiet: true },
  });
  const [last] = data?.orders ?? [];
  return (
    <section aria-label={text('home.face')} className="page-width pt-8">
      <div className="grid grid-cols-1 gap-4 rounded-panel border border-line bg-surface p-4 md:grid-cols-[1fr_2fr] md:items-center md:gap-8 md:p-6">
        <div>
          <p className="text-13 text-soft">{text('nav.walletBalance')}</p>
          <p className="font-display text-28 font-semibold tracking-tight">
            <Link to="/account/wallet" className="flex items-center gap-1 hover:underline">
              <Money minor={fromWire(member.nWallet)} currency={member.eCurrency} />
              <ChevronRight aria-hidden="true" className="size-5 text-soft" />
            </Link>
          </p>
        </div>
        <div className="max-md:border-t max-md:border-line max-md:pt-4 md:border-s md:border-line md:ps-8">
          {last ? (
            <LastOrder order={last} />
          ) : isPending ? (
            <Skeleton className="h-14" />
          ) : data ? (
            <p className="text-soft">{text('home.face.none')}</p>
          ) : (
            <ButtonLink to="/account/orders">{text('orders.title')}</ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}
