import { messageOf } from '../../lib/api-error.ts';
import { BrandTile } from '../../parts/brand-tile.tsx';
import type { BrandFilter } from '../../parts/brands.ts';
import { fromList } from '../../parts/from-list.ts';
import { BrandGridSkeleton } from '../../parts/grid-shape.tsx';
import { Failed } from '../../ui/state.tsx';
import { brandsPerShelf, useShelf } from './use-brand-list.ts';

/** Tiles one sees without scrolling. */
const aboveTheFold = 6;

interface ShelfProps {
  query: BrandFilter;
  /** From 0. */
  shelf: number;
  total: number;
  /** As tall as it was, while it is on its way again. */
  height: number | undefined;
}

/** One shelf of the list, as items of it. */
export function Shelf({ query, shelf, total, height }: ShelfProps) {
  const { before, brands, error, retry } = useShelf(query, shelf);
  if (error && !brands) {
    return (
      <li data-shelf={shelf} className="col-span-full">
        <Failed message={messageOf(error)} onRetry={retry} />
      </li>
    );
  }
  if (!brands) {
    return (
      <li
        data-shelf={shelf}
        aria-hidden="true"
        className="col-span-full overflow-hidden"
        style={{ height }}
      >
        <BrandGridSkeleton count={Math.min(brandsPerShelf, total - before)} />
      </li>
    );
  }
  return brands.map((brand, index) => (
    <li key={brand._id} data-shelf={shelf} aria-posinset={before + index + 1} aria-setsize={total}>
      <BrandTile brand={brand} eager={before + index < aboveTheFold} state={fromList} />
    </li>
  ));
}
