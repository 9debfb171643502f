import { Loaded } from '@giftlane/client/loaded.tsx';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Cart, CartSkeleton, EmptyCart } from '../features/cart/cart.tsx';
import { PendingOrder } from '../features/cart/pending-order.tsx';
import { cartQuery, useCart } from '../rooms/checkout/cart.ts';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const loader = requireMember(() => {
  void queryClient.prefetchQuery(cartQuery);
  return null;
});

function Content() {
  const member = useMember();
  const cart = useCart();
  if (!member) return <CartSkeleton />;
  return (
    <Loaded query={cart} waiting={<CartSkeleton />} failed={text('ui.failed.cart')}>
      {([first, ...rest]) =>
        first ? <Cart member={member} lines={[first, ...rest]} /> : <EmptyCart />
      }
    </Loaded>
  );
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
