import { messageOf } from '@giftlane/client/api-error.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { comeIntoSight } from '@giftlane/ui/layout/notice.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cancelOrder } from '../../rooms/checkout/give-up.ts';

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'));

/** Not paid, not being paid and not lapsed yet, or paid and waiting for codes. */
const isCancellable = ({ eStatus, dLapsesAt, bPaying }: Order): boolean =>
  (dLapsesAt !== null && !bPaying) || eStatus === 'Processing';

/** Gives an order up after a question: unpaid at once, paid and waiting for codes for money back. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  // Known at once: a second press may come before anything is drawn.
  const pressed = useRef(false);
  const cancelling = useMutation({
    // A refusal is said at the button, also where the order has meanwhile become one that has none.
    meta: { quiet: true },
    mutationFn: () => cancelOrder(order.sOrderId),
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
      {isCancellable(order) && (
        <Button
          size="small"
          look="danger"
          className="max-sm:mt-4 sm:ml-auto"
          // Where the question is still asked, its own button says so.
          busy={cancelling.isPending && !asking}
          onClick={() => setAsking(true)}
        >
          {text('orders.cancel')}
        </Button>
      )}
      {cancelling.error && (
        <p
          role="alert"
          className="scroll-mb-32 text-15 text-fail sm:basis-full"
          ref={comeIntoSight}
        >
          {messageOf(cancelling.error)}
        </p>
      )}
      {asking && (
        <CancelDialog
          order={order}
          busy={cancelling.isPending}
          onCancel={press}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
