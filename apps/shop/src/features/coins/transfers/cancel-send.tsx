import { send } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { coinAmount, readCoinsAnew } from '../../../rooms/coins/coins.ts';
import { shortAddress } from './words.ts';

interface CancelSendProps {
  transfer: CoinTransfer;
  /** Has to move the focus, as the button is removed. */
  onCancelled: () => void;
}

/** Cancels a send that waits for approval. */
export function CancelSend({ transfer, onCancelled }: CancelSendProps) {
  const { id, coin, value, outputs } = transfer;
  const cancel = useAction(async () => {
    try {
      toast.success((await send('POST /crypto/cancelsend', { body: { id } })).message);
      onCancelled();
    } finally {
      readCoinsAnew();
    }
  });
  return (
    <Button
      size="small"
      className="ms-auto"
      aria-label={text('coins.cancel.of', {
        amount: coinAmount(value, coin),
        address: shortAddress(outputs[0]?.address ?? ''),
      })}
      {...cancel}
    >
      {text('coins.cancel')}
    </Button>
  );
}
