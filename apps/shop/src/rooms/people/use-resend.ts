import { send } from '../../client/api.ts';
import { useAction } from '../../client/use-action.ts';
import { toast } from '../../ui/toast-queue.ts';

/** Mails the link that verifies the member's address once more. */
export const useResend = () =>
  useAction(async () => toast.success((await send('POST /mail/verification/resend', {})).message));
