import { send } from '@giftlane/client/api.ts';
import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import type { CartItem } from '@giftlane/contract/shop/cart.ts';
import { text } from '@giftlane/texts/text.ts';
import { dismissToast, toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addCard, cartQuery } from '../../rooms/checkout/cart.ts';
import { readToken } from '../../session/token.ts';

const { queryKey } = cartQuery;
const mutationKey = ['cart'];

/** The cart in the query cache, changed before the server answers. */
function useOptimisticCart() {
  const client = useQueryClient();
  const lastAnswer = useRef<CartItem[]>(undefined);
  return {
    update: (change: (lines: CartItem[]) => CartItem[]) => {
      void client.cancelQueries({ queryKey });
      lastAnswer.current ??= client.getQueryData(queryKey);
      client.setQueryData(queryKey, (lines) => lines && change(lines));
    },
    has: ({ _id }: CartItem): boolean =>
      client.getQueryData(queryKey)?.some((line) => line._id === _id) === true,
    /** Refetches the cart; when that fails after a failed change, restores the last answer. */
    refetch: async (changeFailed: boolean) => {
      await client.invalidateQueries({ queryKey });
      const failed = client.getQueryState(queryKey)?.status === 'error';
      if (failed && changeFailed) client.setQueryData(queryKey, lastAnswer.current);
      lastAnswer.current = undefined;
    },
  };
}

type Call = () => Promise<unknown>;

/** A call that is made once, however often it is requested. */
function once(call: Call): Call {
  let made: Promise<unknown> | undefined;
  return () => {
    made ??= call();
    return made;
  };
}

/** Sends calls one after the other; `onSettled` runs after the last one. */
function useCallQueue(onSettled: (failed: boolean) => Promise<void>) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: 'cart' },
    mutationFn: (call: Call) => call(),
    meta: { quiet: true },
    onError: (error) => {
      // A missing line was removed by another tab or an order: the refetched cart shows it.
      if (!isRefusal(error, 'cart.not_found')) toast.failure(messageOf(error));
    },
    onSettled: (_done, error) => {
      if (client.isMutating({ mutationKey }) > 1) return;
      return onSettled(error !== null);
    },
  });
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  const queued = useRef(new Set<Call>());
  return {
    /** Queues a call; resolves to false when it failed. */
    add: (wanted: Call): Promise<boolean> => {
      const call = once(wanted);
      queued.current.add(call);
      last.current = mutateAsync(() => {
        queued.current.delete(call);
        return call();
      }).then(
        () => true,
        () => false, // Shown by `onError`.
      );
      return last.current;
    },
    settled: () => last.current,
    /** Sends all queued calls at once: the page is being unloaded. */
    sendAll: () => {
      for (const call of queued.current) void call().catch(() => undefined);
    },
  };
}

/** Delay after the last press of a stepper, so that ten presses are one call. */
const delayMs = 350;

/** Calls by line id that wait for further presses. */
function useDelayedCalls() {
  const waiting = useRef(
    new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>(),
  );
  const cancel = (id: string) => {
    clearTimeout(waiting.current.get(id)?.timer);
    waiting.current.delete(id);
  };
  return {
    /** True while a call waits: the cart on the screen is newer than the server's. */
    some: () => waiting.current.size > 0,
    cancel,
    cancelAll: () => {
      for (const id of waiting.current.keys()) cancel(id);
    },
    /** Replaces the waiting call of a line. */
    delay: (id: string, call: () => void) => {
      cancel(id);
      const run = () => {
        cancel(id);
        call();
      };
      waiting.current.set(id, { timer: setTimeout(run, delayMs), run });
    },
    runAll: () => {
      for (const { run } of [...waiting.current.values()]) run();
    },
  };
}

/** Adds each of the lines, also after a failure; throws the first failure. */
async function addAll(lines: readonly CartItem[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { iGiftCardId, nQuantity } of lines) {
    await addCard({ id: iGiftCardId, quantity: nQuantity }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Calls `send` before a reload or a navigation, with true when the page is unloaded. */
function useFlush(send: (unloading: boolean) => void): void {
  const flush = useEffectEvent(send);
  useEffect(() => {
    const onHide = () => flush(true);
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      flush(false);
    };
  }, []);
}

/** Changes the cart on the screen at once and on the server after; a failure restores the server's cart. */
export function useCartChanges() {
  const cart = useOptimisticCart();
  const delayed = useDelayedCalls();
  // The server's cart would take presses back that still wait; their own call refetches it.
  const queue = useCallQueue(async (failed) => {
    if (!delayed.some()) await cart.refetch(failed);
  });

  /** Offers to undo a removal; the offer is dismissed when the removal failed. */
  const offerUndo = (message: string, lines: readonly CartItem[], removed: Promise<boolean>) => {
    const putBack = async () => {
      document.querySelector('main')?.focus({ preventScroll: true });
      // Lines that could not be removed would be added twice.
      if (!(await removed)) return;
      cart.update((others) => [...others, ...lines]);
      await queue.add(() => addAll(lines));
    };
    const offer = toast.plain(message, { label: text('cart.undo'), act: () => void putBack() });
    void removed.then((isRemoved) => isRemoved || dismissToast(offer));
  };

  useFlush((unloading) => {
    delayed.runAll();
    if (unloading) queue.sendAll();
  });

  return {
    setQuantity: (id: string, nQuantity: number) => {
      cart.update((lines) =>
        lines.map((line) => (line._id === id ? { ...line, nQuantity } : line)),
      );
      delayed.delay(id, () => {
        if (!readToken()) return; // Signed out during the delay.
        void queue.add(() =>
          send('PUT /cart/{id}', { params: { id }, body: { nQuantity }, keepalive: true }),
        );
      });
    },
    removeLine: (line: CartItem) => {
      if (!cart.has(line)) return;
      const id = line._id;
      cart.update((lines) => lines.filter((other) => other._id !== id));
      delayed.cancel(id);
      const removed = queue.add(() =>
        send('DELETE /cart/{id}', { params: { id }, keepalive: true }),
      );
      offerUndo(text('cart.removed', { title: line.sTitle }), [line], removed);
    },
    clearAll: (lines: readonly CartItem[]) => {
      if (!lines.some(cart.has)) return;
      cart.update(() => []);
      delayed.cancelAll();
      const removed = queue.add(() => send('DELETE /cart', { keepalive: true }));
      offerUndo(text('cart.cleared'), lines, removed);
    },
    /** Resolves when the server has answered all changes. */
    settle: async () => {
      delayed.runAll();
      await queue.settled();
    },
  };
}
