import { cx } from '@giftlane/ui/cx.ts';
import { Fragment, type ReactNode, useRef } from 'react';
import { type Stretch, stretchesOf } from '../list/near.ts';
import { useNear } from '../list/use-near.ts';
import type { ListSize } from '../list/use-place.ts';
import { gridClass } from './grid-shape.tsx';

interface ShelvesProps {
  shelves: number;
  /** Tiles on a shelf. */
  tiles: number;
  size: ListSize;
  /** What was looked for before is shown until what is looked for now has come. */
  stale: boolean;
  /** Draws one shelf as items of the list; its height is known, or likely, once any was drawn. */
  draw: (shelf: number, height: number | undefined) => ReactNode;
}

/** What is not drawn: shapes of cards, so that whoever scrolls faster than they are drawn meets no empty page. */
function Far({ height }: { height: number }) {
  return (
    <li aria-hidden="true" className={cx('col-span-full', gridClass)} style={{ height }}>
      <span className="far-cards" />
      <span className="far-cards" />
      <span className="far-cards max-sm:hidden" />
      <span className="far-cards max-xl:hidden" />
    </li>
  );
}

/** A long list of tiles in shelves, of which only those near the window are drawn. */
export function Shelves({ shelves, tiles, size, stale, draw }: ShelvesProps) {
  const list = useRef<HTMLUListElement>(null);
  const near = useNear(list, { shelves, tiles }, size);
  const drawn = (stretch: Stretch, index: number) => {
    if ('height' in stretch) return <Far key={`far ${index}`} height={stretch.height} />;
    const { shelf } = stretch;
    return <Fragment key={shelf}>{draw(shelf, near.heights[shelf] ?? near.heights[0])}</Fragment>;
  };
  return (
    <ul
      ref={list}
      className={cx(gridClass, 'transition-opacity', stale && 'opacity-55')}
      aria-busy={stale}
    >
      {stretchesOf(near, shelves).map(drawn)}
    </ul>
  );
}
