import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What a page shows, kept in its address so that it can be shared and survives Back, and how to
 * change parts of it without leaving the place on the page (`replace`) or as one more step that Back
 * undoes, from the page's top (`push`). The address follows a moment later: until
 * then the change is shown already, and built upon by the next one, or quick presses would undo each
 * other.
 */
export function useAddressState<T extends object>(
  read: (params: URLSearchParams) => T,
  write: (state: T) => URLSearchParams,
): [T, (change: Partial<T>, how?: 'replace' | 'push') => void] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const [ahead, setAhead] = useState<{ of: string; state: T }>();
  if (ahead && ahead.of !== address) setAhead(undefined);
  const state = ahead?.of === address ? ahead.state : read(params);
  const latest = useRef(state);
  // Who speaks up after a pause, such as a search box, may do so from an old drawing.
  useEffect(() => {
    latest.current = state;
  });
  const change = (part: Partial<T>, how: 'replace' | 'push' = 'replace') => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setAhead({ of: address, state: next });
    const replace = how === 'replace';
    setParams(write(next), { replace, preventScrollReset: replace });
  };
  return [state, change];
}
