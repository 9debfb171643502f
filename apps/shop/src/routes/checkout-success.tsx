import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { isRefusal } from '../client/api-error.ts';
import { heading, SuccessPage } from '../features/checkout/success-page.tsx';
import { SuccessSkeleton } from '../features/checkout/success-skeleton.tsx';
import { isUnderWay, orderQuery } from '../rooms/orders/orders.ts';
import { requireMember } from '../session/guards.ts';
import { Title } from '../ui/page.tsx';
import { Failed } from '../ui/state.tsx';

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
        <Failed title={text('ui.failed.order')} error={error} onRetry={refetch} page />
      ) : (
        <SuccessSkeleton />
      )}
    </div>
  );
}
