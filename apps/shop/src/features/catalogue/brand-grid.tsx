import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useRef } from 'react';
import type { BrandFilter } from '../../parts/brands.ts';
import { useTilesPerShelf } from '../../parts/grid-shape.tsx';
import { Shelves } from '../../parts/shelves.tsx';
import type { ListSize } from '../../parts/use-place.ts';
import { Button } from '../../ui/button.tsx';
import { Shelf } from './shelf.tsx';
import { brandsPerPage } from './use-brand-list.ts';

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
  const shown = Math.min(pages * brandsPerPage, total);
  const tiles = useTilesPerShelf();
  const rest = shown < total;
  const place = useSight(onMore, rest && pages % pagesInARow !== 0 && !stale, pages);
  return (
    <>
      <Shelves
        shelves={Math.ceil(shown / tiles)}
        tiles={tiles}
        size={size}
        stale={stale}
        draw={(shelf, height) => (
          <Shelf query={query} shelf={shelf} tiles={tiles} total={total} height={height} />
        )}
      />
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
