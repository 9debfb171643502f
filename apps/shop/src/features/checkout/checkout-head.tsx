import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { ArrowLeft, Lock } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cancelCheckout } from '../../rooms/checkout/cancel-checkout.ts';
import { cartPath } from '../../rooms/checkout/cart.ts';
import { checkoutStore } from '../../rooms/checkout/checkout-store.ts';
import { Logo } from '../../rooms/pages/logo.tsx';
import { useGoOn } from '../../session/use-go-on.ts';

/** Cancels the order and returns to the cart; not shown once the payment may be under way. */
function BackToCart() {
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.read);
  const goOn = useGoOn();
  const leave = useAction(async () => {
    if (checkout && (await cancelCheckout(checkout))) await goOn(cartPath);
  });
  if (!leave.busy && (!checkout || checkout.phase === 'paid')) return null;
  return (
    <Button look="quiet" className="-me-3 justify-self-end px-3" {...leave}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {text('checkout.back')}
    </Button>
  );
}

/** Header of the checkout, in place of the shop's: logo, “secure” and back button. */
export function CheckoutHead() {
  return (
    <header className="border-b border-line bg-paper" data-screen-only>
      {/* Three columns: the middle stays centred without the back button. */}
      <div className="page-width header-height flex items-center justify-between gap-3 sm:grid sm:grid-cols-[1fr_auto_1fr]">
        <Logo />
        <p className="flex items-center gap-1.5 text-13 text-soft max-sm:sr-only">
          <Lock aria-hidden="true" className="size-4" />
          {text('checkout.secure')}
        </p>
        <BackToCart />
      </div>
    </header>
  );
}
