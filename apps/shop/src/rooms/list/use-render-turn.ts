import { startTransition, useEffect, useState } from 'react';

const queue = new Set<() => void>();
let isRequested = false;

function requestFrame(): void {
  if (isRequested || queue.size === 0) return;
  isRequested = true;
  requestAnimationFrame(runNext);
}

/** Runs the first callback of the queue; the others run in later frames. */
function runNext(): void {
  isRequested = false;
  const [first] = queue;
  if (!first) return;
  queue.delete(first);
  first();
  requestFrame();
}

/** Queues a callback for a frame of its own; returns how to remove it. */
function enqueue(callback: () => void): () => void {
  queue.add(callback);
  requestFrame();
  return () => {
    queue.delete(callback);
  };
}

/** True while components wait for their frame. */
export const isQueueBusy = (): boolean => queue.size > 0;

/**
 * True when a component may render its content: at once if it was `ready` when mounted, otherwise in a frame of its own.
 * Shelves that become ready together, as those of a loaded page do, would delay the next frame.
 */
export function useRenderTurn(ready: boolean): boolean {
  const [hadTurn, setHadTurn] = useState(ready);
  useEffect(() => {
    if (ready && !hadTurn) return enqueue(() => startTransition(() => setHadTurn(true)));
  }, [ready, hadTurn]);
  return ready && hadTurn;
}
