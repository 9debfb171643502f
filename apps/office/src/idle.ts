/** The lock of a screen that nobody uses. Input counts in all tabs together, by the clock, also across sleep. */
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { openStorage } from '@giftlane/client/storage/storage.ts';

const idleAfterMs = 15 * 60_000;
const notedEveryMs = 1_000;
const key = 'giftlane.office.touchedAt';
const storage = openStorage('localStorage', 'giftlane.office.', { key });

/** Events that count as input. */
const input = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Whether the screen is locked. */
export const lock = externalStore(false);

/** Notes that somebody is here. */
export const noteInput = (): void => storage.write(key, String(Date.now()));

const sinceInput = () => Date.now() - Number(storage.read(key));

/** True when nobody has used any tab for a quarter of an hour. */
export const isIdle = (): boolean => storage.read(key) !== null && sinceInput() >= idleAfterMs;

/** Locks the screen once it is idle; returns what stops that. */
export function watchInput(): () => void {
  const look = () => {
    if (isIdle() && !lock.read()) lock.write(true);
  };
  const onInput = () => {
    // Not after a sleep: the first movement finds the screen locked.
    look();
    if (!lock.read() && sinceInput() >= notedEveryMs) noteInput();
  };
  look();
  const timer = setInterval(look, notedEveryMs);
  const options = { passive: true, capture: true };
  for (const name of input) addEventListener(name, onInput, options);
  return () => {
    clearInterval(timer);
    for (const name of input) removeEventListener(name, onInput, options);
  };
}
