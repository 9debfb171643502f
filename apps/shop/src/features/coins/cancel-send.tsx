import type { CoinTransfer } from '@giftlane/contract/crypto.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { coinAmount, readCoinsAnew } from '../../parts/coins.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { shortAddress } from './words.ts';

interface CancelSendProps {
  transfer: CoinTransfer;
  /** The button will be gone: somebody else takes its focus. */
  onCancelled: () => void;
}

/** Takes back a send that still waits. */
export function CancelSend({ transfer, onCancelled }: CancelSendProps) {
  const { id, coin, value, outputs } = transfer;
  const cancelling = useMutation({
    mutationFn: () => send('POST /crypto/cancelsend', { body: { id } }),
    meta: { quiet: true },
    onError: (error) => toast.failure(messageOf(error)),
    onSuccess: ({ message }) => {
      toast.success(message);
      onCancelled();
    },
    onSettled: readCoinsAnew,
  });
  return (
    <Button
      size="small"
      className="ml-auto"
      busy={cancelling.isPending}
      aria-label={text('coins.cancel.of', {
        amount: coinAmount(value, coin),
        address: shortAddress(outputs[0]?.address ?? ''),
      })}
      onClick={() => cancelling.mutate()}
    >
      {text('coins.cancel')}
    </Button>
  );
}
