import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Suspense, use } from 'react';
import { Navigate, useLoaderData, useRevalidator } from 'react-router';
import type { PageHandle } from '../boot/page-handle.ts';
import { CheckoutHead } from '../features/checkout/checkout-head.tsx';
import { CheckoutPage } from '../features/checkout/checkout-page.tsx';
import { CheckoutSkeleton } from '../features/checkout/checkout-skeleton.tsx';
import { loadCheckout } from '../features/checkout/load-checkout.ts';
import { cartPath } from '../rooms/checkout/cart.ts';
import { WayBack } from '../rooms/pages/back-link.tsx';
import { requireMember } from '../session/guards.ts';
import { useMember } from '../session/member.ts';

export const loader = requireMember(loadCheckout);

export const handle: PageHandle = { Head: CheckoutHead };

type Loading = ReturnType<typeof loadCheckout>['loading'];

function Content({ loading }: { loading: Loading }) {
  const member = useMember();
  const loaded = use(loading);
  const { revalidate } = useRevalidator();
  if ('path' in loaded) return <Navigate to={loaded.path} replace />;
  if ('error' in loaded)
    return (
      <>
        <WayBack to={cartPath}>{text('checkout.back')}</WayBack>
        <LoadFailed title={text('ui.failed.checkout')} error={loaded.error} onRetry={revalidate} />
      </>
    );
  return member && <CheckoutPage key={loaded.draft.sOrderId} member={member} loaded={loaded} />;
}

/** Paying for an order (ROUTE-37). */
export function Component() {
  const { loading } = useLoaderData<ReturnType<typeof loadCheckout>>();
  return (
    <Page title={text('checkout.title')} className="max-lg:max-w-room">
      <Suspense fallback={<CheckoutSkeleton />}>
        <Content loading={loading} />
      </Suspense>
    </Page>
  );
}
