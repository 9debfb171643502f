import { text } from '@giftlane/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Cart, CartSkeleton, EmptyCart } from '../features/cart/cart.tsx';
import { PendingOrder } from '../features/cart/pending-order.tsx';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';
import { cartQuery } from '../parts/cart.ts';
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
