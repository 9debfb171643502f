import type {
  CartItem,
  changeCartLine,
  clearCart,
  removeCartLine,
} from '@giftlane/contract/cart.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { send } from '../../lib/api.ts';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import { cartQuery } from '../../parts/cart.ts';
import { toast } from '../../ui/toast-queue.ts';

/** A pause after the last press of a stepper, so that ten presses are one call. */
const pauseMs = 350;

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  tell: () => void;
}

/** One change of the cart on the server; they go out one after the other. */
function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['cart'],
    scope: { id: 'cart' },
    mutationFn: (call: () => Promise<unknown>) => call(),
    meta: { quiet: true },
    onError: (error) => {
      // A line that is gone was taken elsewhere, by another tab or an order: the cart will show it.
      if (!isRefusal(error, 'cart.not_found')) toast.failure(messageOf(error));
    },
    onSettled: () => {
      // While another change waits its turn, its own end brings the truth.
      if (client.isMutating({ mutationKey: ['cart'] }) > 1) return;
      return client.invalidateQueries({ queryKey: cartQuery.queryKey });
    },
  });
}

/** Changes the cart on the screen at once and on the server after; a refusal brings back the truth. */
export function useCartChanges() {
  const client = useQueryClient();
  const change = useChange();
  const waiting = useRef(new Map<string, Waiting>());
  const sent = useRef<Promise<unknown>>(Promise.resolve());

  const show = (next: (lines: readonly CartItem[]) => readonly CartItem[]) => {
    void client.cancelQueries({ queryKey: cartQuery.queryKey });
    client.setQueryData(cartQuery.queryKey, (lines) => lines && next(lines));
  };
  const tell = (call: () => Promise<unknown>) => {
    // Said by the mutation itself; here only the end counts.
    sent.current = change.mutateAsync(call).catch(() => undefined);
  };
  const stopWaiting = (id: string) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
  };

  return {
    setQuantity: (id: string, nQuantity: number) => {
      show((lines) => lines.map((line) => (line._id === id ? { ...line, nQuantity } : line)));
      stopWaiting(id);
      const tellNow = () => {
        stopWaiting(id);
        tell(() =>
          send<typeof changeCartLine>('PUT /cart/{id}', { params: { id }, body: { nQuantity } }),
        );
      };
      waiting.current.set(id, { timer: setTimeout(tellNow, pauseMs), tell: tellNow });
    },
    removeLine: (id: string) => {
      show((lines) => lines.filter((line) => line._id !== id));
      stopWaiting(id);
      tell(() => send<typeof removeCartLine>('DELETE /cart/{id}', { params: { id } }));
    },
    clearAll: () => {
      show(() => []);
      for (const id of waiting.current.keys()) stopWaiting(id);
      tell(() => send<typeof clearCart>('DELETE /cart', {}));
    },
    /** Done when the server knows everything the screen shows. */
    settle: async () => {
      for (const { tell: tellNow } of [...waiting.current.values()]) tellNow();
      await sent.current;
    },
  };
}
