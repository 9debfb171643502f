import { memo } from 'react';
import { useTilesPerShelf } from '../../rooms/catalogue/grid-shape.tsx';
import { ListEnd, tilesPerPage } from '../../rooms/catalogue/list-end.tsx';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';
import { Shelves } from '../../rooms/catalogue/shelves.tsx';
import type { useListPosition } from '../../rooms/list/use-list-position.ts';
import { useVisitor } from '../../session/session.ts';
import { SellTile } from './sell-tile.tsx';

/** Tiles visible without scrolling; their pictures load eagerly. */
const aboveTheFold = 6;

interface ShelfProps {
  cards: readonly SellCard[];
  guest: boolean;
  /** From 0. */
  shelf: number;
  /** Tiles on a shelf. */
  tiles: number;
}

/** List items of one shelf; memoised, since shelves are added and removed while scrolling. */
const Shelf = memo(function Shelf({ cards, guest, shelf, tiles }: ShelfProps) {
  const before = shelf * tiles;
  return cards.slice(before, before + tiles).map((card, index) => (
    <li
      key={card._id}
      data-shelf={shelf}
      aria-posinset={before + index + 1}
      aria-setsize={cards.length}
    >
      <SellTile card={card} guest={guest} eager={before + index < aboveTheFold} />
    </li>
  ));
});

interface SellGridProps {
  cards: readonly SellCard[];
  place: Pick<ReturnType<typeof useListPosition>, 'pages' | 'size' | 'more'>;
  /** Cards of another currency are shown while those of this one load. */
  stale: boolean;
}

/** The cards the shop buys, page by page; only shelves near the viewport are rendered. */
export function SellGrid({ cards, place, stale }: SellGridProps) {
  const guest = useVisitor();
  const tiles = useTilesPerShelf();
  const { size, more } = place;
  const total = cards.length;
  const pages = Math.min(place.pages, Math.ceil(total / tilesPerPage));
  const shown = Math.min(pages * tilesPerPage, total);
  return (
    <>
      <Shelves
        shelves={Math.ceil(shown / tiles)}
        tiles={tiles}
        size={size}
        stale={stale}
        renderShelf={(shelf) => <Shelf cards={cards} guest={guest} shelf={shelf} tiles={tiles} />}
      />
      <ListEnd shown={shown} total={total} pages={pages} stale={stale} onMore={more} />
    </>
  );
}
