import { text } from '@giftlane/contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface CancelDialogProps {
  /** Whether money comes back, or none was paid yet. */
  paid: boolean;
  /** Nothing of it was paid by card. */
  byCoin: boolean;
  busy: boolean;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks whether the order is really to be cancelled, and says what that does. */
export default function CancelDialog({ paid, byCoin, busy, onCancel, onClose }: CancelDialogProps) {
  const back = text(byCoin ? 'orders.cancel.paidCoin' : 'orders.cancel.paid');
  return (
    <Dialog
      title={text('orders.cancel.title')}
      intro={paid ? back : text('orders.cancel.unpaid')}
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
