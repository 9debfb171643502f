import { send } from '@giftlane/client/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memberQuery } from '../../session/member.ts';

const mutationKey = ['wallet-toggle'];

/** Toggles the use of wallet money (CART-08). The call inverts the setting, so it is sent once at a time. */
export function useWalletToggle() {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationKey,
    mutationFn: () => send('GET /updateusewallet', {}),
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey: memberQuery.queryKey });
      client.setQueryData(memberQuery.queryKey, data);
    },
  });
  return {
    isPending: toggle.isPending,
    // `toggle.isPending` is not updated before the second press of a double click.
    flip: () => {
      if (client.isMutating({ mutationKey }) === 0) toggle.mutate();
    },
  };
}
