import { text } from '@giftlane/contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface CancelDialogProps {
  /** What comes back, in words; absent where nothing was paid yet. */
  amount: string | undefined;
  /** Some of its codes are here. */
  partly: boolean;
  /** Nothing of it was paid by card. */
  byCoin: boolean;
  busy: boolean;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks whether the order is really to be cancelled, and says what that does. */
export default function CancelDialog({
  amount,
  partly,
  byCoin,
  busy,
  onCancel,
  onClose,
}: CancelDialogProps) {
  const rest = partly ? [text('orders.cancel.rest')] : [];
  return (
    <Dialog
      title={text('orders.cancel.title')}
      intro={
        amount === undefined
          ? text('orders.cancel.unpaid')
          : [
              text(byCoin ? 'orders.cancel.paidCoin' : 'orders.cancel.paid', { amount }),
              ...rest,
            ].join(' ')
      }
      onClose={onClose}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{text('orders.cancel.keep')}</Button>
        <Button look="danger" busy={busy} onClick={onCancel}>
          {text('orders.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
