import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { ArrowLeft, Lock } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { checkoutStore } from '../../rooms/checkout/checkout-store.ts';
import { giveUp } from '../../rooms/checkout/give-up.ts';
import { Logo } from '../../rooms/pages/logo.tsx';
import { useGoOn } from '../../session/use-go-on.ts';

/** Back to the cart, and the cards with it. Once the provider may be taking the money there is no way back. */
function BackToCart() {
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.read);
  const goOn = useGoOn();
  const [leaving, setLeaving] = useState(false);
  if (!leaving && (!checkout || checkout.phase === 'paid')) return null;
  const leave = async () => {
    setLeaving(true);
    if (checkout && (await giveUp(checkout))) await goOn('/account/cart');
    setLeaving(false);
  };
  return (
    <Button
      look="quiet"
      className="-mr-3 justify-self-end px-3"
      busy={leaving}
      onClick={() => void leave()}
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {text('checkout.back')}
    </Button>
  );
}

/** What stands above the payment in place of the shop's header: whose it is, that it is safe, the way back. */
export function CheckoutHead() {
  return (
    <header className="border-b border-line bg-paper" data-screen-only>
      {/* What is in the middle stays there, whether or not there is a way back. */}
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
