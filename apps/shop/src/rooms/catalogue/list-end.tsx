import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useEffect, useRef } from 'react';

/** Tiles of a page of the list. */
export const tilesPerPage = 24;

/** After so many pages the next one loads on request only, so that the footer can be reached. */
const autoPages = 10;

/** A ref to an element; `onNear` is called when it comes near the window, again after each change of `pages`. */
function useNearWindow(onNear: () => void, active: boolean, pages: number) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another page the element may still be near.
  useEffect(() => {
    const element = ref.current;
    if (!element || !active) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '60%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, pages]);
  return ref;
}

interface ListEndProps {
  shown: number;
  total: number;
  /** Pages that are shown. */
  pages: number;
  /** The list is about to be replaced by another one. */
  stale: boolean;
  onMore: () => void;
  /** The address of the next page, linked where no script runs. */
  nextPage?: string;
}

/** The end of a list: loads the next page when it comes near the window, later on request (CAT-04). */
export function ListEnd({ shown, total, pages, stale, onMore, nextPage }: ListEndProps) {
  const ref = useNearWindow(onMore, shown < total && pages % autoPages !== 0 && !stale, pages);
  if (shown >= total) return null;
  return (
    // Not a scroll anchor: the next page would push it on and come near the window again.
    <div ref={ref} className="mt-10 flex flex-col items-center gap-3 [overflow-anchor:none]">
      <p className="text-13 text-soft tabular-nums">{text('catalogue.shown', { shown, total })}</p>
      <div data-needs-script>
        <Button onClick={onMore}>{text('catalogue.more')}</Button>
      </div>
      {nextPage && (
        <noscript>
          <ButtonLink to={nextPage}>{text('catalogue.more')}</ButtonLink>
        </noscript>
      )}
    </div>
  );
}
