import { startTransition, useEffect, useState } from 'react';

const waiting = new Set<() => void>();
let isAsked = false;

function askForFrame(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  requestAnimationFrame(next);
}

/** Calls the first of those that wait; the others have their turn in later frames. */
function next(): void {
  isAsked = false;
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  first();
  askForFrame();
}

/** Calls back in a frame of one's own; answers how to give the turn up. */
function takeTurn(callback: () => void): () => void {
  waiting.add(callback);
  askForFrame();
  return () => {
    waiting.delete(callback);
  };
}

/** Whether a frame is taken by somebody whose turn it is. */
export const isTaken = (): boolean => waiting.size > 0;

/**
 * Whether it is one's turn to be drawn. What is ready from the beginning is drawn at once; what several
 * wait for together, such as a page of a list, is drawn part by part: all of it would hold up the next frame.
 */
export function useTurn(ready: boolean): boolean {
  const [had, setHad] = useState(ready);
  // The frames are the browser's.
  useEffect(() => {
    if (ready && !had) return takeTurn(() => startTransition(() => setHad(true)));
  }, [ready, had]);
  return ready && had;
}
