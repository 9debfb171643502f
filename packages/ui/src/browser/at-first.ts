import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this is a page as the server draws it for everybody, or as the browser takes it over: nothing is known yet
 * of who looks at it. It is drawn again, with what is known, before it is seen.
 */
export const useAtFirst = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
