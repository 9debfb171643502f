import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ButtonEvents, loadProvider } from './paypal.ts';

type State = 'loading' | 'ready' | 'failed';

interface PaypalButtonsProps extends ButtonEvents {
  currency: Currency;
  /** Something else on the page is to be done first. */
  quiet?: boolean;
}

/** The provider's own buttons. They live outside React, in a place React leaves alone. */
export function PaypalButtons({ currency, quiet = false, ...events }: PaypalButtonsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const [tries, setTries] = useState(0);
  const createOrder = useEffectEvent(() => events.createOrder());
  const onApprove = useEffectEvent((approval: { orderID: string }) => events.onApprove(approval));
  const onCancel = useEffectEvent(() => events.onCancel());
  const onError = useEffectEvent((error: unknown) => events.onError(error));

  // A foreign script draws into our page: it is loaded, drawn and taken away with this component.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to start again.
  useEffect(() => {
    let gone = false;
    let takeAway = () => {
      gone = true;
    };
    const draw = async () => {
      const provider = await loadProvider(currency);
      if (gone || !place.current) return;
      const buttons = provider.Buttons({
        createOrder: () => createOrder(),
        onApprove: (approval) => onApprove(approval),
        onCancel: () => onCancel(),
        onError: (error) => onError(error),
        ...(quiet && { style: { color: 'white' as const } }),
      });
      takeAway = () => {
        gone = true;
        void buttons.close();
      };
      await buttons.render(place.current);
      if (!gone) setState('ready');
    };
    // The pressed button went with its focus: a keyboard goes on from the top of the page's contents.
    if (quiet && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    draw().catch(() => !gone && setState('failed'));
    return () => takeAway();
  }, [currency, quiet, tries]);

  if (state === 'failed') {
    return (
      <LoadFailed
        inside
        error={text('checkout.scriptFailed')}
        onRetry={() => {
          setState('loading');
          setTries(tries + 1);
        }}
      />
    );
  }
  return (
    <>
      {state === 'loading' && (
        <div role="status">
          <span className="sr-only">{text('checkout.loading')}</span>
          <Skeleton className="h-12 rounded-control" />
        </div>
      )}
      <div ref={place} className="isolate" />
    </>
  );
}
