import { cx } from '@giftlane/ui/cx.ts';
import { Fragment, type ReactNode, useRef } from 'react';
import { type ListPart, listParts } from '../list/shelf-range.ts';
import type { ListSize } from '../list/use-list-position.ts';
import { useShelfRange } from '../list/use-shelf-range.ts';
import { gridClass } from './grid-shape.tsx';

interface ShelvesProps {
  shelves: number;
  /** Tiles on a shelf. */
  tiles: number;
  size: ListSize;
  /** The list is about to be replaced by another one. */
  stale: boolean;
  /** Renders a shelf as `li` elements; its height is undefined until any shelf has been measured. */
  renderShelf: (shelf: number, height: number | undefined) => ReactNode;
}

/** Space of shelves that are not rendered, with drawn cards, as a fast scroll can reach it. */
function Spacer({ height }: { height: number }) {
  return (
    <li aria-hidden="true" className={cx('col-span-full', gridClass)} style={{ height }}>
      <span className="far-cards" />
      <span className="far-cards" />
      <span className="far-cards max-sm:hidden" />
      <span className="far-cards max-xl:hidden" />
    </li>
  );
}

/** A virtual list of tiles in shelves: only shelves near the window are rendered. */
export function Shelves({ shelves, tiles, size, stale, renderShelf }: ShelvesProps) {
  const list = useRef<HTMLUListElement>(null);
  const range = useShelfRange(list, { shelves, tiles }, size);
  const { heights } = range;
  const renderPart = (part: ListPart, index: number) => {
    if ('height' in part) return <Spacer key={`spacer ${index}`} height={part.height} />;
    const { shelf } = part;
    return <Fragment key={shelf}>{renderShelf(shelf, heights[shelf] ?? heights[0])}</Fragment>;
  };
  return (
    <ul
      ref={list}
      className={cx(gridClass, 'transition-opacity', stale && 'opacity-55')}
      aria-busy={stale}
    >
      {listParts(range, shelves).map(renderPart)}
    </ul>
  );
}
