import { isRefusal } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { heading, SuccessPage } from '../features/checkout/success-page.tsx';
import { SuccessSkeleton } from '../features/checkout/success-skeleton.tsx';
import { isUnderWay, orderQuery } from '../rooms/orders/orders.ts';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember();

const askEveryMs = 3_000;

/** After an accepted payment (ROUTE-38, OPEN-42). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get('order') ?? '';
  const { data, error, refetch } = useQuery({
    ...orderQuery(id),
    enabled: id !== '',
    // The codes may come a moment after the payment.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? askEveryMs : false),
  });
  if (id === '' || isRefusal(error, 'order.not_found', 'input.invalid')) {
    return <Navigate to="/account/orders" replace />;
  }
  return (
    <div className="page-width py-8 md:py-12">
      <Title>{data ? heading(data) : text('success.title')}</Title>
      {data ? (
        <SuccessPage order={data} />
      ) : error ? (
        <LoadFailed title={text('ui.failed.order')} error={error} onRetry={refetch} page />
      ) : (
        <SuccessSkeleton />
      )}
    </div>
  );
}
