/** What the window is like, followed as it changes. */
import { useSyncExternalStore } from 'react';

/** Has room for two columns: the stylesheet's `lg`. */
const roomy = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const list = matchMedia(roomy);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the window has room for two columns, now. */
export const isRoomy = (): boolean => matchMedia(roomy).matches;

/** Whether the window has room for two columns. */
export const useIsRoomy = (): boolean => useSyncExternalStore(subscribe, isRoomy);
