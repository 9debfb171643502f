import { useEffect, useState } from 'react';

const pauseMs = 250;

/** What was typed, once nothing more is typed for a moment. */
export function usePaused<T>(typed: T): T {
  const [paused, setPaused] = useState(typed);
  // Time passes outside React.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
