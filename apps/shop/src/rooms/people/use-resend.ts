import { send } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';

/** Mails the verification link again. */
export const useResend = () =>
  useAction(async () => toast.success((await send('POST /mail/verification/resend', {})).message));
