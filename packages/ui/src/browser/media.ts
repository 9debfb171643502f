/** What the window is like, followed as it changes. */
import { useSyncExternalStore } from 'react';

/** Follows a media query. */
function followed(query: string) {
  // Where a page is drawn without a window, as on a phone.
  const matches = () => globalThis.matchMedia?.(query).matches ?? false;
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return { matches, useMatches: () => useSyncExternalStore(subscribe, matches, () => false) };
}

// The stylesheet's `sm`, `md`, `lg` and `xl`.
const small = followed('(min-width: 36rem)');
const medium = followed('(min-width: 48rem)');
const roomy = followed('(min-width: 64rem)');
const wide = followed('(min-width: 80rem)');

/** Whether the window has room for two columns, now. */
export const isRoomy = roomy.matches;

/** Whether the window has room for two columns. */
export const useIsRoomy = roomy.useMatches;

/** Whether the window is wider than phones are held upright. */
export const useIsSmall = small.useMatches;

/** Whether the window is wider than a phone. */
export const useIsMedium = medium.useMatches;

/** Whether the window has room for everything. */
export const useIsWide = wide.useMatches;
