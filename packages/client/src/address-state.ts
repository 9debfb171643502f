import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * State in the query of the address, and how to change parts of it: `replace` keeps the scroll position, `push` adds a
 * history entry and scrolls to the top. A change applies at once, before the router has updated the address, so that the
 * next one builds upon it.
 */
export function useAddressState<T extends object>(
  read: (params: URLSearchParams) => T,
  write: (state: T) => URLSearchParams,
): [T, (change: Partial<T>, how?: 'replace' | 'push') => void] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const [pending, setPending] = useState<{ address: string; state: T }>();
  if (pending && pending.address !== address) setPending(undefined);
  const state = pending?.address === address ? pending.state : read(params);
  const latest = useRef(state);
  // A debounced caller, such as a search box, may hold the function of an older render.
  useEffect(() => {
    latest.current = state;
  });
  const change = (part: Partial<T>, how: 'replace' | 'push' = 'replace') => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setPending({ address, state: next });
    const replace = how === 'replace';
    setParams(write(next), { replace, preventScrollReset: replace });
  };
  return [state, change];
}
