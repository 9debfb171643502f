import { useRef } from 'react';

/** Pictures' addresses work for ten minutes. */
const renewMs = 60_000;

/** Asks anew for pictures that can not be seen any more; not again and again. */
export function useRenew(refetch: () => Promise<unknown>): () => void {
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (performance.now() - renewedAt.current < renewMs) return;
    renewedAt.current = performance.now();
    void refetch();
  };
}
