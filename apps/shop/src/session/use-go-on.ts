import { useEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useNavigation } from 'react-router';

/** Goes to a path; whether it did. */
export type GoOn = (path: string, options?: NavigateOptions) => Promise<boolean>;

/**
 * The way on after an answer, as long as one still stands where one asked. Who has left meanwhile, or has
 * pressed a link and is about to, is not taken away from where they are: the notice says what came of it.
 */
export function useGoOn(): GoOn {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const standsAt = useRef<string>(undefined);
  // What comes late was asked by an older drawing of the page, or by one that is gone.
  useEffect(() => {
    standsAt.current = state === 'idle' ? pathname : undefined;
    return () => {
      standsAt.current = undefined;
    };
  }, [pathname, state]);
  return async (path, options) => {
    if (standsAt.current !== pathname) return false;
    await navigate(path, options);
    return true;
  };
}
