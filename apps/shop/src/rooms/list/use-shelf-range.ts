import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import {
  anchorTarget,
  emptyRange,
  fillHeights,
  fullRange,
  type ScrollAnchor,
  type ShelfRange,
  shelfTop,
  shelvesNear,
  stepTowards,
} from './shelf-range.ts';
import type { ListSize } from './use-list-position.ts';
import { isQueueBusy } from './use-render-turn.ts';

type AnchorTarget = ReturnType<typeof anchorTarget>;

/** The shelf of an element; -1 for none. */
const shelfOf = (element: Element | null): number => {
  const item = element?.closest<HTMLElement>('[data-shelf]');
  return item ? Number(item.dataset.shelf) : -1;
};

/** True for a placeholder, whose height is not that of its tiles. */
const isPlaceholder = (item: Element) => item.ariaHidden === 'true';

/** Heights of the rendered shelves, from the top of the first tile to the bottom of the last; others as `known`. */
function measureShelves(list: HTMLElement, known: readonly number[]): number[] {
  const tilesOf = new Map<number, { first: Element; last: Element }>();
  for (const item of list.children) {
    const shelf = shelfOf(item);
    if (shelf < 0 || isPlaceholder(item)) continue;
    tilesOf.set(shelf, { first: tilesOf.get(shelf)?.first ?? item, last: item });
  }
  const heights = [...known];
  for (const [shelf, { first, last }] of tilesOf) {
    heights[shelf] = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  }
  return fillHeights(heights);
}

/** The first tile whose top is in the window; undefined at the list's beginning and out of sight. */
function findAnchor(list: HTMLElement, tiles: number): ScrollAnchor | undefined {
  const { top: upper, bottom: lower } = list.getBoundingClientRect();
  if (upper >= 0 || lower <= 0) return undefined;
  let anchor: ScrollAnchor | undefined;
  let last = -1;
  let nth = 0;
  for (const item of list.children) {
    const shelf = shelfOf(item);
    nth = shelf === last ? nth + 1 : 0;
    last = shelf;
    const { top } = item.getBoundingClientRect();
    if (top >= innerHeight) break;
    if (shelf >= 0) anchor = { tile: shelf * tiles + nth, top };
    if (shelf >= 0 && top >= 0) break;
  }
  return anchor;
}

/** Scrolls until the anchor's tile is at its target. */
function scrollToAnchor(list: HTMLElement, { shelf, nth, top }: AnchorTarget): void {
  const items = list.querySelectorAll(`[data-shelf="${shelf}"]`);
  const item = items[Math.min(nth, items.length - 1)];
  if (item) scrollBy({ top: item.getBoundingClientRect().top - top, behavior: 'instant' });
}

interface MeasureOptions {
  shelves: number;
  rendered: Pick<ShelfRange, 'from' | 'to'>;
  size: ListSize;
  /** The known heights are of another width. */
  isResized: boolean;
  target: AnchorTarget | undefined;
}

/** The next range to render, and whether it is all that is near the window. */
function measure(
  list: HTMLElement,
  { shelves, rendered, size, isResized, target }: MeasureOptions,
): { range: ShelfRange; isComplete: boolean } {
  const { width, top } = list.getBoundingClientRect();
  const heights = measureShelves(list, isResized ? [] : size.current.heights).slice(0, shelves);
  size.current = { heights, width };
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const listTop = target ? target.top - shelfTop(target.shelf, { heights, gap }) : top;
  const layout = { shelves, heights, gap, top: listTop, windowHeight: innerHeight };
  const wanted = shelvesNear(layout);
  const focused = list.contains(document.activeElement) ? shelfOf(document.activeElement) : -1;
  const next = stepTowards(wanted, rendered);
  const isComplete = next.from === wanted.from && next.to === wanted.to;
  return { range: { ...next, focused, heights, gap }, isComplete };
}

const isSame = (a: ShelfRange, b: ShelfRange) =>
  a.from === b.from && a.to === b.to && a.focused === b.focused;

interface ListShape {
  shelves: number;
  /** Tiles on a shelf. */
  tiles: number;
}

/** State of the measurements of one list. */
interface Follower {
  latest: RefObject<ListShape & { range: ShelfRange }>;
  /** Scrolled to after the next rendering. */
  pending: RefObject<AnchorTarget | undefined>;
  size: ListSize;
  setRange: (range: ShelfRange) => void;
}

/** Measures the list now and after each scroll and resize; returns how to stop. */
function followWindow(list: HTMLElement, { latest, pending, size, setRange }: Follower) {
  let frame = 0;
  let anchor: ScrollAnchor | undefined;
  let requested: ShelfRange | undefined;
  let { tiles: lastTiles } = latest.current;
  const update = () => {
    const { shelves, tiles, range } = latest.current;
    const isReshaped = tiles !== lastTiles;
    const { width } = list.getBoundingClientRect();
    const isResized = isReshaped || Math.abs(width - size.current.width) >= 1;
    // Not before React has rendered the target, nor in a frame in which a shelf is rendered.
    if (!isResized && (pending.current || (requested && isQueueBusy()))) return schedule();
    const target = isResized && anchor ? anchorTarget(anchor, tiles, innerHeight) : undefined;
    const rendered = target && isReshaped ? { from: target.shelf, to: target.shelf } : range;
    const next = measure(list, { shelves, rendered, size, isResized, target });
    lastTiles = tiles;
    if (target) pending.current = target;
    else anchor = findAnchor(list, tiles);
    if (isResized || !requested) setRange(next.range);
    else if (!isSame(requested, next.range)) startTransition(() => setRange(next.range));
    requested = next.range;
    if (!next.isComplete) schedule();
  };
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(update);
  };
  update();
  const resizes = new ResizeObserver(schedule);
  resizes.observe(list);
  addEventListener('scroll', schedule, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    resizes.disconnect();
    removeEventListener('scroll', schedule);
  };
}

/**
 * The shelves near the window, as a thousand tiles would be twenty thousand elements. Shelves are whole rows at every
 * width, so that one can be removed without moving others. At another width the first visible tile stays in view.
 */
export function useShelfRange(
  list: RefObject<HTMLElement | null>,
  { shelves, tiles }: ListShape,
  size: ListSize,
): ShelfRange {
  const atFirst = useAtFirst();
  const [range, setRange] = useState(() =>
    atFirst ? fullRange(shelves) : emptyRange(size.current.heights),
  );
  const latest = useRef({ shelves, tiles, range });
  const pending = useRef<AnchorTarget>(undefined);
  useLayoutEffect(() => {
    latest.current = { shelves, tiles, range };
    if (list.current && pending.current) scrollToAnchor(list.current, pending.current);
    pending.current = undefined;
  }, [list, shelves, tiles, range]);
  // A layout effect: before the first paint, which would show an empty list.
  useLayoutEffect(
    () =>
      list.current ? followWindow(list.current, { latest, pending, size, setRange }) : undefined,
    [list, size],
  );
  return range;
}
