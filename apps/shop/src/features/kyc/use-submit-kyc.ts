import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { KycSubmission } from '@giftlane/contract/members/kyc.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import { storeMember } from '../../rooms/people/store-member.ts';
import { memberQuery } from '../../session/member.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { keepSubmitted } from './draft.ts';

/** Submits the form. The same form again, after a lost answer, is accepted (KYC-32, KYC-33). */
export function useSubmitKyc() {
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (body: KycSubmission) => send('PUT /updatekyc', { body }),
    onSuccess: async ({ data, message }, sent) => {
      const present = queryClient.getQueryData(memberQuery.queryKey);
      // Nothing is stored for a member who has signed out meanwhile.
      if (present?._id === data._id) keepSubmitted(data._id, sent);
      await storeMember(data);
      toast.success(message);
      await goOn('/account/profile', { replace: true });
    },
    onError: async (error) => {
      // Another tab submitted first.
      if (isRefusal(error, 'kyc.not_open'))
        await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
    },
    // The wizard shows the failure.
    meta: { quiet: true },
  });
}
