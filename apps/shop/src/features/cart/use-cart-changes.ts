import type {
  CartItem,
  changeCartLine,
  clearCart,
  removeCartLine,
} from '@giftlane/contract/cart.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { send } from '../../lib/api.ts';
import { cartQuery } from '../../parts/cart.ts';

/** A pause after the last press of a stepper, so that ten presses are one call. */
const pauseMs = 350;
/** Changes of the cart go out one after the other. */
const scope = { id: 'cart' };

/** Changes the cart on the screen at once and on the server after; a refusal brings back the truth. */
export function useCartChanges() {
  const client = useQueryClient();
  const pauses = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const show = (change: (lines: readonly CartItem[]) => readonly CartItem[]) => {
    void client.cancelQueries({ queryKey: cartQuery.queryKey });
    client.setQueryData(cartQuery.queryKey, (lines) => lines && change(lines));
  };
  const settled = () => {
    // While another change waits, its own answer will bring the truth.
    if (pauses.current.size > 0 || client.isMutating({ mutationKey: ['cart'] }) > 1) return;
    return client.invalidateQueries({ queryKey: cartQuery.queryKey });
  };
  const shared = { mutationKey: ['cart'], scope, onSettled: settled };

  const change = useMutation({
    ...shared,
    mutationFn: ({ id, nQuantity }: { id: string; nQuantity: number }) =>
      send<typeof changeCartLine>('PUT /cart/{id}', { params: { id }, body: { nQuantity } }),
  });
  const remove = useMutation({
    ...shared,
    mutationFn: (id: string) =>
      send<typeof removeCartLine>('DELETE /cart/{id}', { params: { id } }),
  });
  const clear = useMutation({
    ...shared,
    mutationFn: () => send<typeof clearCart>('DELETE /cart', {}),
  });

  const stopWaiting = (id: string) => {
    clearTimeout(pauses.current.get(id));
    pauses.current.delete(id);
  };
  return {
    setQuantity: (id: string, nQuantity: number) => {
      show((lines) => lines.map((line) => (line._id === id ? { ...line, nQuantity } : line)));
      stopWaiting(id);
      const tell = () => {
        pauses.current.delete(id);
        change.mutate({ id, nQuantity });
      };
      pauses.current.set(id, setTimeout(tell, pauseMs));
    },
    removeLine: (id: string) => {
      show((lines) => lines.filter((line) => line._id !== id));
      stopWaiting(id);
      remove.mutate(id);
    },
    clearAll: () => {
      show(() => []);
      for (const id of pauses.current.keys()) stopWaiting(id);
      clear.mutate();
    },
  };
}
