import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memberQuery } from '../../session/member.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { type KycForm, keepTyped } from './draft.ts';

/** Sends it; the same once more, after an answer that was lost, is harmless (KYC-32, KYC-33). */
export function useSubmitKyc() {
  const client = useQueryClient();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (body: KycForm) => send('PUT /updatekyc', { body }),
    onSuccess: async ({ data, message }, sent) => {
      keepTyped(data._id, sent);
      client.setQueryData(memberQuery.queryKey, data);
      toast.success(message);
      await goOn('/account/profile', { replace: true });
    },
    onError: async (error) => {
      // Somebody was faster, perhaps this member in another tab.
      if (isRefusal(error, 'kyc.not_open'))
        await client.invalidateQueries({ queryKey: memberQuery.queryKey });
    },
    // What fails is said in the wizard.
    meta: { quiet: true },
  });
}
