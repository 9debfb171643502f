import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ButtonEvents, loadProvider } from './paypal.ts';

type State = 'loading' | 'ready' | 'failed';

interface PaypalButtonsProps extends ButtonEvents {
  currency: Currency;
  /** Draws a white button: the page has another primary action. */
  quiet?: boolean;
}

/** PayPal's buttons, rendered by its script into an element that React does not touch. */
export function PaypalButtons({ currency, quiet = false, ...events }: PaypalButtonsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const [tries, setTries] = useState(0);
  const createOrder = useEffectEvent(() => events.createOrder());
  const onApprove = useEffectEvent((approval: { orderID: string }) => events.onApprove(approval));
  const onCancel = useEffectEvent(() => events.onCancel());
  const onError = useEffectEvent((error: unknown) => events.onError(error));

  // The script's buttons are mounted and closed with this component.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` restarts the effect.
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
    // The focused button was removed: move the keyboard focus to the page's contents.
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
