import { send } from '@giftlane/client/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memberQuery } from '../../session/member.ts';

const mutationKey = ['wallet-toggle'];

/** Flips the wallet toggle on the server (CART-08). The call flips, so it is never sent twice at once. */
export function useWalletToggle() {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationKey,
    mutationFn: () => send('GET /updateusewallet', {}),
    onSuccess: ({ data }) => client.setQueryData(memberQuery.queryKey, data),
  });
  return {
    isPending: toggle.isPending,
    // Asked of the client: what was drawn is too old for the second press of a double click.
    flip: () => {
      if (client.isMutating({ mutationKey }) === 0) toggle.mutate();
    },
  };
}
