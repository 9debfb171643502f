import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../client/query-client.ts';
import { Cart, CartSkeleton, EmptyCart } from '../features/cart/cart.tsx';
import { PendingOrder } from '../features/cart/pending-order.tsx';
import { cartQuery } from '../rooms/checkout/cart.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';
import { Page } from '../ui/page.tsx';
import { Failed } from '../ui/state.tsx';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(cartQuery);
  return null;
});

function Content() {
  const member = useMember();
  const { data, error, refetch } = useQuery({ ...cartQuery, enabled: member !== null });
  if (error && !data)
    return <Failed title={text('ui.failed.cart')} error={error} onRetry={refetch} />;
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
