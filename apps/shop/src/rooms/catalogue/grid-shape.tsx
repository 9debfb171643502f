import { useIsSmall, useIsWide } from '@giftlane/ui/browser/media.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { BrandTileSkeleton } from './brand-tile.tsx';

/** A grid of two, three or four columns. */
export const gridClass =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:gap-x-6 xl:grid-cols-4';

/** Tiles that are rendered together: one or two rows at every width. A page of the list is a whole number of shelves. */
export function useTilesPerShelf(): number {
  const three = useIsSmall();
  const four = useIsWide();
  return three && !four ? 6 : 4;
}

/** Placeholders of tiles (CAT-06). */
export function BrandGridSkeleton({ count, short = false }: { count: number; short?: boolean }) {
  return (
    <div className={cx(gridClass, 'animate-pulse')} aria-hidden="true">
      {repeat(count, (index) => (
        <BrandTileSkeleton key={index} short={short} />
      ))}
    </div>
  );
}
