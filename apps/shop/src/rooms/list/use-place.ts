import { startTransition, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { keepPlace, recallPlace } from './place.ts';

interface Unrolled {
  list: string;
  pages: number;
}

/**
 * How far a list is unrolled; another list starts at its first page, one returned to where it was left.
 * `hasStrip` is whether there is something for the strip above it: one that appeared on the way back
 * would push the place away.
 */
export function usePlace(list: string, hasStrip: boolean) {
  const { key: entry } = useLocation();
  const [recalled] = useState(() => recallPlace(entry, list));
  const [strip] = useState(recalled?.strip ?? hasStrip);
  const [unrolled, setUnrolled] = useState<Unrolled>({ list, pages: recalled?.pages ?? 1 });
  const current = unrolled.list === list ? unrolled : { list, pages: 1 };
  if (current !== unrolled) setUnrolled(current);
  /** Kept up by the grid while it is looked at. */
  const size = useRef({ heights: recalled?.heights ?? [], width: recalled?.width ?? 0 });
  const latest = useRef({ entry, strip, ...current });
  useEffect(() => {
    latest.current = { entry, strip, ...current };
  });
  // The page is left by a link, which takes the component away, or by a reload, which tells nobody else.
  useEffect(() => {
    const keep = () => keepPlace({ ...latest.current, ...size.current });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  return {
    pages: current.pages,
    strip,
    // A page more draws all around the list anew: in tasks that others may come between.
    more: () => startTransition(() => setUnrolled({ list, pages: current.pages + 1 })),
    /** Of a list that was returned to: its shape, before anything of it is known again. */
    size,
  };
}

export type ListSize = ReturnType<typeof usePlace>['size'];
