import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatTime } from '../../lib/dates.ts';
import type { Checkout } from '../../parts/checkout-store.ts';
import { PaypalButtons } from '../../parts/paypal-buttons.tsx';
import { PriceChanged } from '../../parts/price-changed.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useCheckout } from './use-checkout.ts';
import { Waiting } from './waiting.tsx';

type Steps = ReturnType<typeof useCheckout>;

function InTheWay({ steps }: { steps: Steps }) {
  const { obstacle } = steps;
  switch (obstacle?.kind) {
    case 'changed':
      return (
        <PriceChanged
          before={obstacle.before}
          now={obstacle.now}
          onAccept={() => void steps.acceptChange()}
        />
      );
    case 'problem':
      return (
        <Notice tone="failure" title={text('checkout.problem')}>
          <p className="mt-1">{obstacle.message}</p>
          {obstacle.hint && <p className="mt-1">{obstacle.hint}</p>}
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice tone="waiting" title={text('pay.cancelled')}>
          <p className="mt-1">
            {text('checkout.cancelledHint', { time: formatTime(steps.checkout.dLapsesAt) })}
          </p>
        </Notice>
      );
    default:
      return null;
  }
}

function CardStep({ steps }: { steps: Steps }) {
  const [leaving, setLeaving] = useState(false);
  const { draft } = steps.checkout;
  const left = fromWire(draft.nTotalAmount) - fromWire(draft.nWalletAmount);
  return (
    <section
      aria-labelledby="pay-by-card"
      className="rounded-panel border border-line bg-surface p-5"
    >
      <h2 id="pay-by-card" className="text-21">
        {text('checkout.card')}
      </h2>
      <p className="mt-1 mb-5 text-soft">
        {text('checkout.card.hint', { amount: formatMoney(left, draft.eCurrency) })}
      </p>
      {/* A new total needs a word from the member before anything can be paid. */}
      {steps.obstacle?.kind !== 'changed' && (
        <PaypalButtons
          currency={draft.eCurrency}
          createOrder={steps.createOrder}
          onApprove={({ orderID }) => steps.confirm(orderID)}
          onCancel={() => void steps.onCancel()}
          onError={steps.onError}
        />
      )}
      <Button
        look="quiet"
        className="-ml-5 mt-4"
        busy={leaving}
        onClick={() => {
          setLeaving(true);
          void steps.goBack();
        }}
      >
        {text('checkout.back')}
      </Button>
    </section>
  );
}

/** The gateway's step beside what it pays for (decision 41). */
export function CheckoutPage({ member, loaded }: { member: User; loaded: Checkout }) {
  const steps = useCheckout(member, loaded);
  const { draft, phase } = steps.checkout;
  const confirmAgain = useEffectEvent(() => {
    if (loaded.phase === 'paid') void steps.confirm(loaded.sPaymentId);
  });
  // A reload may have come between the approval and its confirmation; repeating it is harmless.
  useEffect(() => confirmAgain(), []);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="space-y-4">
        <InTheWay steps={steps} />
        {phase === 'paid' ? (
          <Waiting
            sOrderId={draft.sOrderId}
            asking={steps.asking}
            onAccepted={() => void steps.succeed('')}
            onFailed={steps.fail}
          />
        ) : (
          <CardStep steps={steps} />
        )}
      </div>
      <OrderSummary draft={draft} />
    </div>
  );
}
