import type { updateUseWallet } from '@giftlane/contract/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { memberQuery } from '../../lib/member.ts';

/** Flips the wallet toggle on the server (CART-08). The call flips, so it is never sent twice at once. */
export function useWalletToggle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send<typeof updateUseWallet>('GET /updateusewallet', {}),
    onSuccess: ({ data }) => client.setQueryData(memberQuery.queryKey, data),
  });
}
