import type { Brand } from '@giftlane/contract/catalog.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useRef } from 'react';
import { BrandTile, BrandTileSkeleton } from '../../parts/brand-tile.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { repeat } from '../../ui/skeleton.tsx';

const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:gap-x-6 xl:grid-cols-4';
/** Tiles one sees without scrolling. */
const aboveTheFold = 6;

/** The shape of the list while it is on its way (CAT-06). */
export function BrandGridSkeleton({ count }: { count: number }) {
  return (
    <ul className={gridClass} aria-hidden="true">
      {repeat(count, (index) => (
        <li key={index}>
          <BrandTileSkeleton />
        </li>
      ))}
    </ul>
  );
}

/** Calls `onSight` when the element comes near the window. */
function useSight(onSight: () => void, active: boolean) {
  const place = useRef<HTMLDivElement>(null);
  // Visibility is outside React.
  useEffect(() => {
    const element = place.current;
    if (!element || !active) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onSight(),
      { rootMargin: '60%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSight, active]);
  return place;
}

interface BrandGridProps {
  brands: readonly Brand[];
  total: number;
  /** An older list is shown while a new one loads. */
  stale: boolean;
  /** More comes by itself while one scrolls; later only on request, so that the footer can be reached. */
  automatic: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The list of brands, without an end (CAT-04). */
export function BrandGrid(props: BrandGridProps) {
  const { brands, total, stale, automatic, loadingMore, onMore } = props;
  const rest = brands.length < total;
  const place = useSight(onMore, rest && automatic && !loadingMore && !stale);
  return (
    <>
      <ul className={cx(gridClass, 'transition-opacity', stale && 'opacity-55')} aria-busy={stale}>
        {brands.map((brand, index) => (
          <li key={brand._id}>
            <BrandTile brand={brand} eager={index < aboveTheFold} />
          </li>
        ))}
      </ul>
      {rest && (
        <div ref={place} className="mt-10 flex flex-col items-center gap-3">
          <p className="text-13 text-soft tabular-nums">
            {text('catalogue.shown', { shown: brands.length, total })}
          </p>
          <Button onClick={onMore} busy={loadingMore}>
            {text('catalogue.more')}
          </Button>
        </div>
      )}
    </>
  );
}
