import { send } from '@giftlane/client/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeMember } from '../../rooms/people/store-member.ts';

const mutationKey = ['wallet-toggle'];

/** Toggles the use of wallet money (CART-08). The call inverts the setting, so it is sent once at a time. */
export function useWalletToggle() {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationKey,
    mutationFn: () => send('GET /updateusewallet', {}),
    onSuccess: ({ data }) => storeMember(data),
  });
  return {
    isPending: toggle.isPending,
    // `toggle.isPending` is not updated before the second press of a double click.
    flip: () => {
      if (client.isMutating({ mutationKey }) === 0) toggle.mutate();
    },
  };
}
