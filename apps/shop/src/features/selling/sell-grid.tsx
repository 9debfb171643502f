import { useRef } from 'react';
import { useMember } from '../../lib/member.ts';
import { gridClass } from '../../parts/grid-shape.tsx';
import { heightOf } from '../../parts/near.ts';
import type { SellCard } from '../../parts/sell-cards.ts';
import { useNear } from '../../parts/use-near.ts';
import type { ListSize } from '../../parts/use-place.ts';
import { cx } from '../../ui/cx.ts';
import { repeat } from '../../ui/skeleton.tsx';
import { SellTile } from './sell-tile.tsx';

/** Drawn and taken away together: whole rows at two, three and four columns. */
const cardsPerShelf = 12;
/** Tiles one sees without scrolling. */
const aboveTheFold = 6;

interface SellGridProps {
  cards: readonly SellCard[];
  size: ListSize;
  /** Cards of another currency are shown while those of this one load. */
  stale: boolean;
}

/** The cards the shop buys; of thousands only those near the window are drawn. */
export function SellGrid({ cards, size, stale }: SellGridProps) {
  const guest = useMember() === null;
  const list = useRef<HTMLUListElement>(null);
  const shelves = Math.ceil(cards.length / cardsPerShelf);
  const { heights, isNear } = useNear(list, shelves, size);
  return (
    <ul
      ref={list}
      className={cx(gridClass, 'transition-opacity', stale && 'opacity-55')}
      aria-busy={stale}
    >
      {repeat(shelves, (shelf) => {
        const before = shelf * cardsPerShelf;
        if (!isNear(shelf)) {
          const style = { height: heightOf(heights, shelf) };
          return <li key={shelf} aria-hidden="true" className="col-span-full" style={style} />;
        }
        return cards.slice(before, before + cardsPerShelf).map((card, index) => (
          <li
            key={card._id}
            data-shelf={shelf}
            aria-posinset={before + index + 1}
            aria-setsize={cards.length}
          >
            <SellTile card={card} guest={guest} eager={before + index < aboveTheFold} />
          </li>
        ));
      })}
    </ul>
  );
}
