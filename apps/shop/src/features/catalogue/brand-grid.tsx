import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useRef } from 'react';
import type { BrandFilter } from '../../parts/brands.ts';
import { gridClass } from '../../parts/grid-shape.tsx';
import { heightOf } from '../../parts/near.ts';
import { useNear } from '../../parts/use-near.ts';
import type { ListSize } from '../../parts/use-place.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { repeat } from '../../ui/skeleton.tsx';
import { Shelf } from './shelf.tsx';
import { brandsPerPage, brandsPerShelf } from './use-brand-list.ts';

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

interface BrandGridProps {
  query: BrandFilter;
  total: number;
  /** How many pages are unrolled. */
  pages: number;
  size: ListSize;
  /** An older list is shown while a new one loads. */
  stale: boolean;
  onMore: () => void;
}

/** The list of brands, without an end (CAT-04). */
export function BrandGrid({ query, total, pages: unrolled, size, stale, onMore }: BrandGridProps) {
  const pages = Math.min(unrolled, Math.ceil(total / brandsPerPage));
  const list = useRef<HTMLUListElement>(null);
  const shown = Math.min(pages * brandsPerPage, total);
  const shelves = Math.ceil(shown / brandsPerShelf);
  const { heights, isNear } = useNear(list, shelves, size);
  const rest = shown < total;
  const place = useSight(onMore, rest && pages % pagesInARow !== 0 && !stale, pages);
  return (
    <>
      <ul
        ref={list}
        className={cx(gridClass, 'transition-opacity', stale && 'opacity-55')}
        aria-busy={stale}
      >
        {repeat(shelves, (shelf) =>
          isNear(shelf) ? (
            <Shelf key={shelf} query={query} shelf={shelf} total={total} height={heights[shelf]} />
          ) : (
            <li
              key={shelf}
              aria-hidden="true"
              className="col-span-full"
              style={{ height: heightOf(heights, shelf) }}
            />
          ),
        )}
      </ul>
      {rest && (
        <div ref={place} className="mt-10 flex flex-col items-center gap-3">
          <p className="text-13 text-soft tabular-nums">
            {text('catalogue.shown', { shown, total })}
          </p>
          <Button onClick={onMore}>{text('catalogue.more')}</Button>
        </div>
      )}
    </>
  );
}
