import { text } from '@giftlane/contract/messages.ts';
import { copyText } from '../lib/clipboard.ts';
import { toast } from '../ui/toast-queue.ts';

/** Copies an address that one is paid at, and says so (ERR-14). */
export async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) toast.success(text('wallet.address.copied'));
  else toast.failure(text('wallet.address.copyFailed'));
}
