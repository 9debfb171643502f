import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isAccepted, orderQuery } from '../../parts/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const askEveryMs = 2_000;

interface WaitingProps {
  sOrderId: string;
  /** The call that pays has answered, and left it open. */
  asking: boolean;
  onAccepted: () => void;
  onFailed: (order: Order) => void;
}

/** The provider has not said yet whether the money moved: ask until it has (202, decision 42). */
export function Waiting({ sOrderId, asking, onAccepted, onFailed }: WaitingProps) {
  const { data: order } = useQuery({
    ...orderQuery(sOrderId),
    enabled: asking,
    refetchInterval: askEveryMs,
    meta: { quiet: true },
  });
  const settle = useEffectEvent((settled: Order) => {
    if (isAccepted(settled)) onAccepted();
    else if (settled.eStatus !== 'Pending') onFailed(settled);
  });
  // The answer comes from outside; what follows from it is a navigation, not a drawing.
  useEffect(() => {
    if (order) settle(order);
  }, [order]);
  return (
    <div
      role="status"
      className="flex flex-col items-center rounded-panel border border-line bg-surface px-5 py-10 text-center"
    >
      <Spinner className="size-8 text-leaf" />
      <h2 className="mt-4 text-21">{text('checkout.waiting.title')}</h2>
      <p className="mt-2 max-w-prose text-soft">{text('checkout.waiting.text')}</p>
      <ButtonLink to="/account/orders" className="mt-6">
        {text('checkout.waiting.orders')}
      </ButtonLink>
    </div>
  );
}
