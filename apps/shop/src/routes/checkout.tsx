import { text } from '@giftlane/contract/messages.ts';
import { useLoaderData } from 'react-router';
import { CheckoutHead } from '../features/checkout/checkout-head.tsx';
import { CheckoutPage } from '../features/checkout/checkout-page.tsx';
import { loadCheckout } from '../features/checkout/load-checkout.ts';
import { requireMember } from '../lib/guards.ts';
import { useMember } from '../lib/member.ts';
import type { PageHandle } from '../lib/page-handle.ts';
import { Page } from '../ui/page.tsx';

export const loader = requireMember(loadCheckout);

export const handle: PageHandle = { Head: CheckoutHead };

/** Paying for an order (ROUTE-37). */
export function Component() {
  const member = useMember();
  const checkout = useLoaderData<typeof loadCheckout>();
  return (
    <Page title={text('checkout.title')} className="max-lg:max-w-room">
      {member && <CheckoutPage key={checkout.draft.sOrderId} member={member} loaded={checkout} />}
    </Page>
  );
}
