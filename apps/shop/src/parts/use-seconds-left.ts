import { useEffect, useState } from 'react';

/** Seconds until a moment, looked at every so often; 0 when it has passed. */
export function useSecondsLeft(until: string, everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  // Time passes outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
}
