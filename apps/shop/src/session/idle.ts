/** How long nobody has touched the shop. All tabs share one clock, through local storage. */
import { useEffect, useState } from 'react';
import { local, localKeys } from './storage.ts';

const idleAfterMs = 15 * 60_000;
const countdownMs = 60_000;
const debounceMs = 250;
const tickMs = 500;

/** What counts as touching it. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchmove'] as const;

/** Seconds until the log-out; null while there is nothing to ask (SESS-09). */
export function secondsLeft(untouchedMs: number): number | null {
  if (untouchedMs < idleAfterMs) return null;
  return Math.max(0, Math.ceil((idleAfterMs + countdownMs - untouchedMs) / 1000));
}

/** Calls `act` once things have been quiet for a moment (SESS-10). */
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

/** For browsers whose storage is closed: this tab alone. */
let touchedHere = 0;

function touch() {
  touchedHere = Date.now();
  local.write(localKeys.touchedAt, String(touchedHere));
}

const untouchedMs = () =>
  Date.now() - Math.max(touchedHere, Number(local.read(localKeys.touchedAt)) || 0);

/**
 * Counts while it is used. Touching anything counts until the question is asked; from then on only
 * the answer does. Measured by the clock rather than by timers: a sleeping computer is idle, too.
 */
export function useIdle(): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState<number | null>(null);
  // The clock, the storage and the events of the whole page are outside React.
  useEffect(() => {
    touch();
    const look = () => setLeft(secondsLeft(untouchedMs()));
    const record = debounced(touch);
    const onTouch = () => {
      if (secondsLeft(untouchedMs()) === null) record.call();
    };
    const timer = setInterval(look, tickMs);
    const how = { passive: true, capture: true };
    for (const name of touches) addEventListener(name, onTouch, how);
    return () => {
      clearInterval(timer);
      record.cancel();
      for (const name of touches) removeEventListener(name, onTouch, how);
    };
  }, []);
  const stay = () => {
    touch();
    setLeft(null);
  };
  return { left, stay };
}
