import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { useEffect, useRef } from 'react';

/** So many tiles of a long list are a page of it. */
export const tilesPerPage = 24;

/** So many pages come by themselves; then one on request, so that the footer can be reached. */
const pagesInARow = 10;

/** Calls `onSight` when the element comes near the window. */
function useSight(onSight: () => void, active: boolean, pages: number) {
  const place = useRef<HTMLDivElement>(null);
  const onSightNow = useRef(onSight);
  useEffect(() => {
    onSightNow.current = onSight;
  });
  // Visibility is outside React; after every page it is asked for anew, as the edge may be in sight still.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to look again.
  useEffect(() => {
    const element = place.current;
    if (!element || !active) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onSightNow.current(),
      { rootMargin: '60%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, pages]);
  return place;
}

interface ListEndProps {
  shown: number;
  total: number;
  /** How many pages are unrolled. */
  pages: number;
  /** What is shown is about to be replaced. */
  stale: boolean;
  onMore: () => void;
}

/** The end of what is unrolled of a list: more comes as one gets there, or on request (CAT-04). */
export function ListEnd({ shown, total, pages, stale, onMore }: ListEndProps) {
  const place = useSight(onMore, shown < total && pages % pagesInARow !== 0 && !stale, pages);
  if (shown >= total) return null;
  return (
    // The scroll is not held at it, or what comes above it would push it on for ever.
    <div ref={place} className="mt-10 flex flex-col items-center gap-3 [overflow-anchor:none]">
      <p className="text-13 text-soft tabular-nums">{text('catalogue.shown', { shown, total })}</p>
      <Button onClick={onMore}>{text('catalogue.more')}</Button>
    </div>
  );
}
