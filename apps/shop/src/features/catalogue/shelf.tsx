import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { memo } from 'react';
import { BrandTile } from '../../rooms/catalogue/brand-tile.tsx';
import type { BrandListFilter } from '../../rooms/catalogue/brands.ts';
import { BrandGridSkeleton } from '../../rooms/catalogue/grid-shape.tsx';
import { useRenderTurn } from '../../rooms/list/use-render-turn.ts';
import { fromList } from '../../rooms/pages/back-link.tsx';
import { useBrandsFrom } from './use-brand-list.ts';

/** Tiles that are visible without scrolling. */
const aboveTheFold = 6;

interface ShelfProps {
  query: BrandListFilter;
  /** Its number in the rendered list, from 0. */
  shelf: number;
  /** Number of its first brand, from 0. */
  start: number;
  /** Tiles on a shelf. */
  tiles: number;
  total: number;
  /** Height while it is loading, in pixels. */
  height: number | undefined;
}

/** One shelf of the list, as `li` elements; memoized, as scrolling renders the list. */
export const Shelf = memo(function Shelf(props: ShelfProps) {
  const { query, shelf, start, tiles, total, height } = props;
  const { brands, beginsPage, error, refetch } = useBrandsFrom(query, start, tiles);
  const hasTurn = useRenderTurn(brands !== undefined);
  // A server-rendered list has all of its shelves, near the window or not.
  const near = !useAtFirst();
  if (error && !brands) {
    // One failure per page. A shelf of no height would count as not measured.
    return (
      <li data-shelf={shelf} className="col-span-full min-h-px">
        {beginsPage && (
          <LoadFailed title={text('ui.failed.brands')} error={error} onRetry={refetch} />
        )}
      </li>
    );
  }
  if (!brands || !hasTurn) {
    return (
      <li
        data-shelf={shelf}
        aria-hidden="true"
        className="col-span-full overflow-hidden"
        style={{ height }}
      >
        <BrandGridSkeleton count={Math.min(tiles, total - start)} />
      </li>
    );
  }
  return brands.map((brand, index) => (
    <li key={brand._id} data-shelf={shelf} aria-posinset={start + index + 1} aria-setsize={total}>
      <BrandTile brand={brand} eager={start + index < aboveTheFold} near={near} state={fromList} />
    </li>
  ));
});
