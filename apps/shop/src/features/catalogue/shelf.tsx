import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { memo } from 'react';
import { BrandTile } from '../../rooms/catalogue/brand-tile.tsx';
import type { BrandFilter } from '../../rooms/catalogue/brands.ts';
import { BrandGridSkeleton } from '../../rooms/catalogue/grid-shape.tsx';
import { useTurn } from '../../rooms/list/use-turn.ts';
import { fromList } from '../../rooms/pages/back-link.tsx';
import { useBrandsFrom } from './use-brand-list.ts';

/** Tiles one sees without scrolling. */
const aboveTheFold = 6;

interface ShelfProps {
  query: BrandFilter;
  /** From 0. */
  shelf: number;
  /** Tiles on a shelf. */
  tiles: number;
  total: number;
  /** As tall as it was, or as others are, while it is on its way. */
  height: number | undefined;
}

/** One shelf of the list, as items of it; it stays as it is while others come and go. */
export const Shelf = memo(function Shelf({ query, shelf, tiles, total, height }: ShelfProps) {
  const before = shelf * tiles;
  const { brands, beginsPage, error, retry } = useBrandsFrom(query, before, tiles);
  const isDrawn = useTurn(brands !== undefined);
  // Of a page that comes with its words nobody knows yet what is near.
  const near = !useAtFirst();
  if (error && !brands) {
    // A page that did not come is said, and asked for again, once. A shelf without any height would pass for
    // one that was never drawn, as tall as the others, and what is below it for out of sight.
    return (
      <li data-shelf={shelf} className="col-span-full min-h-px">
        {beginsPage && (
          <LoadFailed title={text('ui.failed.brands')} error={error} onRetry={retry} />
        )}
      </li>
    );
  }
  if (!brands || !isDrawn) {
    return (
      <li
        data-shelf={shelf}
        aria-hidden="true"
        className="col-span-full overflow-hidden"
        style={{ height }}
      >
        <BrandGridSkeleton count={Math.min(tiles, total - before)} />
      </li>
    );
  }
  return brands.map((brand, index) => (
    <li key={brand._id} data-shelf={shelf} aria-posinset={before + index + 1} aria-setsize={total}>
      <BrandTile brand={brand} eager={before + index < aboveTheFold} near={near} state={fromList} />
    </li>
  ));
});
