/** Width of the window, by media queries. */
import { useSyncExternalStore } from 'react';

function mediaQuery(query: string) {
  // Server-side rendering is for a phone.
  const matches = () => globalThis.matchMedia?.(query).matches ?? false;
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return { matches, useMatches: () => useSyncExternalStore(subscribe, matches, () => false) };
}

// The stylesheet's `sm`, `md`, `lg` and `xl`.
const small = mediaQuery('(min-width: 36rem)');
const medium = mediaQuery('(min-width: 48rem)');
const roomy = mediaQuery('(min-width: 64rem)');
const wide = mediaQuery('(min-width: 80rem)');

/** True when the window now has room for two columns. */
export const isRoomy = roomy.matches;

/** True when the window has room for two columns. */
export const useIsRoomy = roomy.useMatches;

/** True when the window is wider than an upright phone. */
export const useIsSmall = small.useMatches;

/** True when the window is wider than a phone. */
export const useIsMedium = medium.useMatches;

/** True when the window has its full width. */
export const useIsWide = wide.useMatches;
