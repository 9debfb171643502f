import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import type { KycSubmission, sendAgain } from '@giftlane/contract/members/kyc.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { storeMember } from '../../rooms/people/store-member.ts';
import { memberQuery } from '../../session/member.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { formOf, type KycFields, keepSubmitted } from './draft.ts';
import { kycQuery } from './reason.tsx';

/** What follows an accepted submission. */
function useAfterSending() {
  const goOn = useGoOn();
  return async ({ data, message }: { data: User; message: string }, sent: KycFields) => {
    const present = queryClient.getQueryData(memberQuery.queryKey);
    // Nothing is stored for a member who has signed out meanwhile.
    if (present?._id === data._id) keepSubmitted(data._id, sent);
    await storeMember(data);
    toast.success(message);
    await goOn('/account/profile', { replace: true });
    void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
  };
}

/** Sends the declined papers again; what was typed is in the draft. The page shows what is asked for then if meanwhile all has to be sent. */
export function useSendAgain(member: User) {
  const after = useAfterSending();
  return async (body: z.output<typeof sendAgain.body>) => {
    try {
      await after(await send('PUT /kyc', { body }), formOf(member));
    } catch (error) {
      if (isRefusal(error, 'kyc.nothing_kept') || isRefusal(error, 'kyc.not_open')) {
        toast.failure(error.message);
        await queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
        await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
      }
      throw error;
    }
  };
}

/** Submits the form. The same form again, after a lost answer, is accepted (KYC-32, KYC-33). */
export function useSubmitKyc() {
  const after = useAfterSending();
  return useMutation({
    mutationFn: (body: KycSubmission) => send('PUT /updatekyc', { body }),
    onSuccess: after,
    onError: async (error) => {
      // Another tab submitted first.
      if (isRefusal(error, 'kyc.not_open'))
        await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
    },
    // The wizard shows the failure.
    meta: { quiet: true },
  });
}
