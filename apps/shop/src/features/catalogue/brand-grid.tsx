import type { BrandListFilter } from '../../rooms/catalogue/brands.ts';
import { useTilesPerShelf } from '../../rooms/catalogue/grid-shape.tsx';
import { ListEnd, tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import { Shelves } from '../../rooms/catalogue/shelves.tsx';
import type { ListSize } from '../../rooms/list/use-list-position.ts';
import { Shelf } from './shelf.tsx';

interface BrandGridProps {
  query: BrandListFilter;
  total: number;
  /** The first shown page, from 0. */
  firstPage: number;
  /** Pages that are loaded. */
  pages: number;
  size: ListSize;
  /** The list is about to be replaced by another one. */
  stale: boolean;
  onMore: () => void;
  nextPage: string;
}

/** The endless list of brands (CAT-04). */
export function BrandGrid(props: BrandGridProps) {
  const { query, total, firstPage, size, stale, onMore, nextPage } = props;
  const start = firstPage * tilesPerPage;
  const rest = Math.max(0, total - start);
  const pages = Math.min(props.pages, Math.ceil(rest / tilesPerPage));
  const count = Math.min(pages * tilesPerPage, rest);
  const tiles = useTilesPerShelf();
  return (
    <>
      <Shelves
        shelves={Math.ceil(count / tiles)}
        tiles={tiles}
        size={size}
        stale={stale}
        renderShelf={(shelf, height) => (
          <Shelf
            query={query}
            shelf={shelf}
            start={start + shelf * tiles}
            tiles={tiles}
            total={total}
            height={height}
          />
        )}
      />
      <ListEnd
        shown={start + count}
        total={total}
        pages={pages}
        stale={stale}
        onMore={onMore}
        nextPage={nextPage}
      />
    </>
  );
}
