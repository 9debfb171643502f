import { messageOf } from '../../lib/api-error.ts';
import { BrandTile } from '../../parts/brand-tile.tsx';
import type { BrandFilter } from '../../parts/brands.ts';
import { fromList } from '../../parts/from-list.ts';
import { Failed } from '../../ui/state.tsx';

import { BrandGridSkeleton } from './grid-shape.tsx';
import { brandsPerPage, useBrandPage } from './use-brand-list.ts';

/** Tiles one sees without scrolling. */
const aboveTheFold = 6;

interface BrandPageTilesProps {
  query: BrandFilter;
  /** From 0. */
  page: number;
  total: number;
  /** As tall as it was, while it is on its way again. */
  height: number | undefined;
}

/** One page of the list, as items of it. */
export function BrandPageTiles({ query, page, total, height }: BrandPageTilesProps) {
  const { data, error, refetch } = useBrandPage(query, page);
  const before = page * brandsPerPage;
  if (error && !data) {
    return (
      <li data-page={page} className="col-span-full">
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      </li>
    );
  }
  if (!data) {
    return (
      <li
        data-page={page}
        aria-hidden="true"
        className="col-span-full overflow-hidden"
        style={{ height }}
      >
        <BrandGridSkeleton count={Math.min(brandsPerPage, total - before)} />
      </li>
    );
  }
  return data.brands.map((brand, index) => (
    <li key={brand._id} data-page={page} aria-posinset={before + index + 1} aria-setsize={total}>
      <BrandTile brand={brand} eager={before + index < aboveTheFold} state={fromList} />
    </li>
  ));
}
