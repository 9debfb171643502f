import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { isCoinGateway } from '../../parts/coin-payment.ts';
import { cancel } from '../../parts/give-up.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-queue.ts';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

/** Not paid, not being paid and not lapsed yet, or paid and waiting for codes. */
export const isCancellable = ({ eStatus, dLapsesAt, bPaying }: Order): boolean =>
  (dLapsesAt !== null && !bPaying) || eStatus === 'Processing';

/** Gives an order up after a question: unpaid at once, paid and waiting for codes for money back. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  // Known at once: a second press may come before anything is drawn.
  const pressed = useRef(false);
  const paid = order.eStatus === 'Processing';
  const cancelling = useMutation({
    // A refusal is a toast like any other; then the card shows what the order has become.
    mutationFn: () => cancel(order.sOrderId),
    onSuccess: ({ eStatus }) => {
      const unpaid = eStatus === 'Failed' || eStatus === 'Declined';
      toast.success(text(unpaid ? 'orders.cancel.done' : 'orders.cancel.moneyBack'));
      document.querySelector('main')?.focus({ preventScroll: true }); // The button is gone.
    },
    onSettled: () => {
      pressed.current = false;
      setAsking(false);
    },
  });
  const press = () => {
    if (pressed.current) return;
    pressed.current = true;
    cancelling.mutate();
  };
  return (
    <>
      <Button
        size="small"
        look="danger"
        busy={cancelling.isPending}
        onClick={() => setAsking(true)}
      >
        {text('orders.cancel')}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <CancelDialog
            paid={paid}
            byCoin={isCoinGateway(order.eGateway)}
            busy={cancelling.isPending}
            onCancel={press}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
