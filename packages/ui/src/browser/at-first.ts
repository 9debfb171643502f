import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True during server-side rendering and hydration, when nothing is known of the visitor. The component renders again with
 * false before the hydrated page is painted.
 */
export const useAtFirst = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
