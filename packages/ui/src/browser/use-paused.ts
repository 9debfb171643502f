import { useEffect, useState } from 'react';

const pauseMs = 250;

/** The value, debounced by 250 ms. */
export function usePaused<T>(typed: T): T {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
