import { isRefusal } from '@giftlane/client/api-error.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { SuccessPage, successTitle } from '../features/checkout/success-page.tsx';
import { SuccessSkeleton } from '../features/checkout/success-skeleton.tsx';
import { isUnderWay, orderQuery } from '../rooms/orders/orders.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember();

const pollMs = 3_000;

/** After an accepted payment (ROUTE-38, OPEN-42). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get('order') ?? '';
  const order = useQuery({
    ...orderQuery(id),
    enabled: id !== '',
    // The codes may follow shortly after the payment.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  });
  if (id === '' || isRefusal(order.error, 'order.not_found', 'input.invalid')) {
    return <Navigate to="/account/orders" replace />;
  }
  return (
    <div className="page-width py-8 md:py-12">
      <Title>{order.data ? successTitle(order.data) : text('success.title')}</Title>
      <Loaded query={order} waiting={<SuccessSkeleton />} failed={text('ui.failed.order')} page>
        {(data) => <SuccessPage order={data} />}
      </Loaded>
    </div>
  );
}
