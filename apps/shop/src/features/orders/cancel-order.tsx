import { messageOf } from '@giftlane/client/api-error.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { comeIntoSight } from '@giftlane/ui/layout/notice.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { cancelOrder } from '../../rooms/checkout/cancel-checkout.ts';

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'));

/** True for an unpaid order within its time, or a paid one that waits for codes. */
const isCancellable = ({ eStatus, dLapsesAt, bPaying }: Order): boolean =>
  (dLapsesAt !== null && !bPaying) || eStatus === 'Processing';

/** Cancels an order after a confirmation; a refusal is shown at the button. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');
  const cancel = useAction(async () => {
    setRefusal('');
    try {
      const { eStatus } = await cancelOrder(order.sOrderId);
      const unpaid = eStatus === 'Failed' || eStatus === 'Declined';
      toast.success(text(unpaid ? 'orders.cancel.done' : 'orders.cancel.moneyBack'));
      document.querySelector('main')?.focus({ preventScroll: true }); // The focused button is removed.
    } catch (error) {
      setRefusal(messageOf(error));
    }
    setAsking(false);
  });
  return (
    <>
      {isCancellable(order) && (
        <Button
          size="small"
          look="danger"
          className="max-sm:mt-4 sm:ms-auto"
          // In the open dialog its own button is busy.
          busy={cancel.busy && !asking}
          onClick={() => setAsking(true)}
        >
          {text('orders.cancel')}
        </Button>
      )}
      {refusal && (
        <p
          role="alert"
          className="scroll-mb-32 text-15 text-fail sm:basis-full"
          ref={comeIntoSight}
        >
          {refusal}
        </p>
      )}
      {asking && <CancelDialog order={order} cancel={cancel} onClose={() => setAsking(false)} />}
    </>
  );
}
