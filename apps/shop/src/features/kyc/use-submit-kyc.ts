import type { updateKyc } from '@giftlane/contract/kyc.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { send } from '../../lib/api.ts';
import { isRefusal } from '../../lib/api-error.ts';
import { memberQuery } from '../../lib/member.ts';
import { toast } from '../../ui/toast-queue.ts';
import { type KycForm, kycDrafts } from './draft.ts';
import type { Types } from './wizard.tsx';

/** Sends it; the same once more, after an answer that was lost, is harmless (KYC-32, KYC-33). */
export function useSubmitKyc() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: KycForm & Types) => send<typeof updateKyc>('PUT /updatekyc', { body }),
    onSuccess: async ({ data, message }) => {
      kycDrafts.forget();
      client.setQueryData(memberQuery.queryKey, data);
      toast.success(message);
      await navigate('/account/profile', { replace: true });
    },
    onError: async (error) => {
      if (!isRefusal(error, 'kyc.not_open')) return;
      // Somebody was faster, perhaps this member in another tab.
      kycDrafts.forget();
      toast.failure(error.message);
      await client.invalidateQueries({ queryKey: memberQuery.queryKey });
      await navigate('/account/kyc', { replace: true });
    },
    // What fails is said in the wizard.
    meta: { quiet: true },
  });
}
