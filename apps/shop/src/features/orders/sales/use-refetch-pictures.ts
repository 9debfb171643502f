import { useRef } from 'react';

/** Shorter than the ten minutes for which a picture's address is valid. */
const intervalMs = 60_000;

/** Refetches the addresses of pictures, at most once per minute. */
export function useRefetchPictures(refetch: () => Promise<unknown>): () => void {
  const refetchedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (performance.now() - refetchedAt.current < intervalMs) return;
    refetchedAt.current = performance.now();
    void refetch();
  };
}
