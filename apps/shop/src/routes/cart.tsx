import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Cart, CartSkeleton, EmptyCart } from '../features/cart/cart.tsx';
import { PendingOrder } from '../features/cart/pending-order.tsx';
import { cartQuery } from '../rooms/checkout/cart.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(cartQuery);
  return null;
});

function Content() {
  const member = useMember();
  const { data, error, refetch } = useQuery({ ...cartQuery, enabled: member !== null });
  if (error && !data)
    return <LoadFailed title={text('ui.failed.cart')} error={error} onRetry={refetch} />;
  if (!data || !member) return <CartSkeleton />;
  const [first, ...rest] = data;
  return first ? <Cart member={member} lines={[first, ...rest]} /> : <EmptyCart />;
}

/** The cart and its totals (ROUTE-36). */
export function Component() {
  return (
    <Page title={text('cart.title')}>
      <PendingOrder />
      <Content />
    </Page>
  );
}
