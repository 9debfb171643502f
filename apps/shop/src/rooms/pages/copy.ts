import { text } from '@giftlane/texts/text.ts';
import { copyText } from '@giftlane/ui/browser/clipboard.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';

/** Copies text and shows a toast; resolves to false when the browser refuses. */
export async function copy(words: string, done: string, failed: string): Promise<boolean> {
  const copied = await copyText(words);
  if (copied) toast.success(done);
  else toast.failure(failed);
  return copied;
}

/** Copies a payment address (ERR-14). */
export const copyAddress = (address: string): Promise<boolean> =>
  copy(address, text('wallet.address.copied'), text('wallet.address.copyFailed'));
