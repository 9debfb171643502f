/** Time since the member's last activity, shared by all tabs through local storage. */
import { useEffect, useState } from 'react';
import { local, localKeys } from './storage.ts';

const idleAfterMs = 15 * 60_000;
const countdownMs = 60_000;
const debounceMs = 250;
const tickMs = 500;

/** Events that count as activity. */
const activity = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchmove'] as const;

/** Seconds until the sign-out; null before the countdown (SESS-09). */
export function secondsLeft(idleMs: number): number | null {
  if (idleMs < idleAfterMs) return null;
  return Math.max(0, Math.ceil((idleAfterMs + countdownMs - idleMs) / 1000));
}

/** Calls `act` 250 ms after the last `call` (SESS-10). */
export function debounced(act: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: () => {
      clearTimeout(timer);
      timer = setTimeout(act, debounceMs);
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Last activity in this tab, for browsers that refuse storage. */
let activeHere = 0;

function noteActivity() {
  activeHere = Date.now();
  local.write(localKeys.touchedAt, String(activeHere));
}

const idleMs = () =>
  Date.now() - Math.max(activeHere, Number(local.read(localKeys.touchedAt)) || 0);

/**
 * The countdown of an idle member. Activity counts until it begins, then only `stay`. Measured by the clock, not by
 * timers, which stop while a computer sleeps.
 */
export function useIdle(): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    noteActivity();
    const update = () => setLeft(secondsLeft(idleMs()));
    const record = debounced(noteActivity);
    const onActivity = () => {
      if (secondsLeft(idleMs()) === null) record.call();
    };
    const timer = setInterval(update, tickMs);
    const options = { passive: true, capture: true };
    for (const name of activity) addEventListener(name, onActivity, options);
    return () => {
      clearInterval(timer);
      record.cancel();
      for (const name of activity) removeEventListener(name, onActivity, options);
    };
  }, []);
  const stay = () => {
    noteActivity();
    setLeft(null);
  };
  return { left, stay };
}
