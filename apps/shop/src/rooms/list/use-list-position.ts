import { startTransition, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readPosition, storePosition } from './list-position.ts';

/**
 * Loaded pages and size of a list; both are restored when the visitor returns to a history entry, and another list starts
 * at its first page. `hasStrip`: there are viewed brands for the strip above the list. A strip that appeared later would
 * move the restored list.
 */
export function useListPosition(list: string, hasStrip: boolean) {
  const { key: entry } = useLocation();
  const [stored] = useState(() => readPosition(entry, list));
  const [strip] = useState(stored?.strip ?? hasStrip);
  const [loaded, setLoaded] = useState({ list, pages: stored?.pages ?? 1 });
  const current = loaded.list === list ? loaded : { list, pages: 1 };
  if (current !== loaded) setLoaded(current);
  /** Updated by the list with each measurement. */
  const size = useRef({ heights: stored?.heights ?? [], width: stored?.width ?? 0 });
  const latest = useRef({ entry, strip, ...current });
  useEffect(() => {
    latest.current = { entry, strip, ...current };
  });
  // A link unmounts the component; a reload only fires `pagehide`.
  useEffect(() => {
    const save = () => storePosition({ ...latest.current, ...size.current });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, []);
  return {
    pages: current.pages,
    strip,
    /** Adds a page, in a transition: the whole list renders again. */
    more: () => startTransition(() => setLoaded({ list, pages: current.pages + 1 })),
    /** Heights and width of the list, known before its brands when it was restored. */
    size,
  };
}

export type ListSize = ReturnType<typeof useListPosition>['size'];
