import type { BrandFilter } from '../../rooms/catalogue/brands.ts';
import { useTilesPerShelf } from '../../rooms/catalogue/grid-shape.tsx';
import { ListEnd, tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { Shelves } from '../../rooms/catalogue/shelves.tsx';
import type { ListSize } from '../../rooms/list/use-place.ts';
import { Shelf } from './shelf.tsx';

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
  const pages = Math.min(unrolled, Math.ceil(total / tilesPerPage));
  const shown = Math.min(pages * tilesPerPage, total);
  const tiles = useTilesPerShelf();
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
      <ListEnd shown={shown} total={total} pages={pages} stale={stale} onMore={onMore} />
    </>
  );
}
