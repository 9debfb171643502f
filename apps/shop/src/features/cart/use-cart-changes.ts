import { send } from '@giftlane/client/api.ts';
import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import { dismissToast, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addCard, cartQuery } from '../../rooms/checkout/cart.ts';
import { readToken } from '../../session/token.ts';

/** A pause after the last press of a stepper, so that ten presses are one call. */
const pauseMs = 350;

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  tell: () => void;
}

/** What the screen shows ahead of the server. */
function useAhead() {
  const client = useQueryClient();
  const said = useRef<readonly CartItem[]>(undefined);
  const { queryKey } = cartQuery;
  return {
    show: (next: (lines: readonly CartItem[]) => readonly CartItem[]) => {
      void client.cancelQueries({ queryKey });
      said.current ??= client.getQueryData(queryKey);
      client.setQueryData(queryKey, (lines) => lines && next(lines));
    },
    /** Shows the truth; without a connection, after a change that failed, what the server said last. */
    catchUp: async (failed: boolean) => {
      await client.invalidateQueries({ queryKey });
      const unknown = client.getQueryState(queryKey)?.status === 'error';
      if (unknown && failed) client.setQueryData(queryKey, said.current);
      said.current = undefined;
    },
  };
}

/** One change of the cart on the server; they go out one after the other. */
function useChange(catchUp: (failed: boolean) => Promise<void>) {
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
    onSettled: (_done, error) => {
      // While another change waits its turn, its own end brings the truth.
      if (client.isMutating({ mutationKey: ['cart'] }) > 1) return;
      return catchUp(error !== null);
    },
  });
}

type Call = () => Promise<unknown>;

/** A call that is made once, however many ask for it. */
function once(call: Call): Call {
  let made: Promise<unknown> | undefined;
  return () => {
    made ??= call();
    return made;
  };
}

/** Adds each of the lines, also after one was refused; that one's words are the first to be said. */
async function addAll(lines: readonly CartItem[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { iGiftCardId, nQuantity } of lines) {
    await addCard({ id: iGiftCardId, quantity: nQuantity }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Changes the cart on the screen at once and on the server after; a refusal brings back the truth. */
export function useCartChanges() {
  const client = useQueryClient();
  const { show, catchUp } = useAhead();
  const change = useChange(catchUp);
  const waiting = useRef(new Map<string, Waiting>());
  const sent = useRef<Promise<boolean>>(Promise.resolve(true));
  /** What waits for its turn. */
  const queued = useRef(new Set<Call>());

  const tell = (wanted: Call): Promise<boolean> => {
    const call = once(wanted);
    queued.current.add(call);
    // Said by the mutation itself; here only the end counts, and whether it was a good one.
    sent.current = change
      .mutateAsync(() => {
        queued.current.delete(call);
        return call();
      })
      .then(
        () => true,
        () => false,
      );
    return sent.current;
  };
  /** Says what is gone, and offers to bring it back; of what could not be removed neither stands any longer. */
  const offerUndo = (message: string, gone: readonly CartItem[], removed: Promise<boolean>) => {
    const putBack = async () => {
      document.querySelector('main')?.focus({ preventScroll: true });
      // What could not be removed is there still: adding it would make it twice as many.
      if (!(await removed)) return;
      show((lines) => [...lines, ...gone]);
      await tell(() => addAll(gone));
    };
    const offer = toast.plain(message, { label: text('cart.undo'), act: () => void putBack() });
    void removed.then((isRemoved) => isRemoved || dismissToast(offer));
  };
  /** Whether a press comes too late: what it takes out has gone with the press before it. */
  const isGone = ({ _id }: CartItem) =>
    !client.getQueryData(cartQuery.queryKey)?.some((line) => line._id === _id);
  const stopWaiting = (id: string) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
  };

  const tellAll = () => {
    for (const { tell: tellNow } of [...waiting.current.values()]) tellNow();
  };
  const leave = useEffectEvent((forGood: boolean) => {
    tellAll();
    if (!forGood) return;
    // The page goes: there is no time for one after the other.
    for (const call of queued.current) void call().catch(() => undefined);
  });
  // What was pressed just before a reload, or before the page is left, is told without the pause.
  useEffect(() => {
    const onHide = () => leave(true);
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      leave(false);
    };
  }, []);

  return {
    setQuantity: (id: string, nQuantity: number) => {
      show((lines) => lines.map((line) => (line._id === id ? { ...line, nQuantity } : line)));
      stopWaiting(id);
      const tellNow = () => {
        stopWaiting(id);
        // Of a member who has left meanwhile nothing is told.
        if (!readToken()) return;
        void tell(() =>
          send('PUT /cart/{id}', { params: { id }, body: { nQuantity }, keepalive: true }),
        );
      };
      waiting.current.set(id, { timer: setTimeout(tellNow, pauseMs), tell: tellNow });
    },
    removeLine: (gone: CartItem) => {
      if (isGone(gone)) return;
      const id = gone._id;
      show((lines) => lines.filter((line) => line._id !== id));
      stopWaiting(id);
      const removed = tell(() => send('DELETE /cart/{id}', { params: { id }, keepalive: true }));
      offerUndo(text('cart.removed', { title: gone.sTitle }), [gone], removed);
    },
    clearAll: (gone: readonly CartItem[]) => {
      if (gone.every(isGone)) return;
      show(() => []);
      for (const id of waiting.current.keys()) stopWaiting(id);
      const removed = tell(() => send('DELETE /cart', { keepalive: true }));
      offerUndo(text('cart.cleared'), gone, removed);
    },
    /** Done when the server knows everything the screen shows. */
    settle: async () => {
      tellAll();
      await sent.current;
    },
  };
}
