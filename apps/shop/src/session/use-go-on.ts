import { useEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useNavigation } from 'react-router';

/** Navigates to a path; resolves to false when the visitor has left. */
export type GoOn = (path: string, options?: NavigateOptions) => Promise<boolean>;

/** Navigation after a call's answer, unless the visitor has left the page or pressed a link meanwhile. */
export function useGoOn(): GoOn {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const currentPath = useRef<string>(undefined);
  // A late call comes from an older render, or after unmounting.
  useEffect(() => {
    currentPath.current = state === 'idle' ? pathname : undefined;
    return () => {
      currentPath.current = undefined;
    };
  }, [pathname, state]);
  return async (path, options) => {
    if (currentPath.current !== pathname) return false;
    await navigate(path, options);
    return true;
  };
}
