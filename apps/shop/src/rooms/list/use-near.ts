import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import {
  allNear,
  edgeOf,
  filled,
  goOnAt,
  type Near,
  nothingNear,
  type Reading,
  shelvesNear,
  stepTowards,
} from './near.ts';
import type { ListSize } from './use-place.ts';
import { isTaken } from './use-turn.ts';

/** The shelf an element of the list belongs to; -1 for none. */
const shelfOf = (element: Element | null): number => {
  const item = element?.closest<HTMLElement>('[data-shelf]');
  return item ? Number(item.dataset.shelf) : -1;
};

/** A place held open for tiles on their way: its height says nothing of theirs. */
const isOpen = (item: Element) => item.ariaHidden === 'true';

/** Measures the shelves that are drawn: from the upper edge of their first tile to the lower one of the last. */
function measured(list: HTMLElement, known: readonly number[]): number[] {
  const edges = new Map<number, { first: Element; last: Element }>();
  for (const item of list.children) {
    const shelf = shelfOf(item);
    if (shelf < 0 || isOpen(item)) continue;
    edges.set(shelf, { first: edges.get(shelf)?.first ?? item, last: item });
  }
  const heights = [...known];
  for (const [shelf, { first, last }] of edges) {
    heights[shelf] = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  }
  return filled(heights);
}

/** The first tile whose upper edge is in the window; none where the list begins, or is out of sight. */
function readingOf(list: HTMLElement, tiles: number): Reading | undefined {
  const { top: upper, bottom: lower } = list.getBoundingClientRect();
  if (upper >= 0 || lower <= 0) return undefined;
  let reading: Reading | undefined;
  let last = -1;
  let nth = 0;
  for (const item of list.children) {
    const shelf = shelfOf(item);
    nth = shelf === last ? nth + 1 : 0;
    last = shelf;
    const { top } = item.getBoundingClientRect();
    if (top >= innerHeight) break;
    if (shelf >= 0) reading = { tile: shelf * tiles + nth, top };
    if (shelf >= 0 && top >= 0) break;
  }
  return reading;
}

/** Scrolls until the tile stands where it is to stand. */
function goOn(list: HTMLElement, { shelf, nth, top }: ReturnType<typeof goOnAt>): void {
  const items = list.querySelectorAll(`[data-shelf="${shelf}"]`);
  const item = items[Math.min(nth, items.length - 1)];
  if (item) scrollBy({ top: item.getBoundingClientRect().top - top, behavior: 'instant' });
}

interface Looking {
  shelves: number;
  drawn: Pick<Near, 'from' | 'to'>;
  size: ListSize;
  /** What was measured holds no more. */
  isNew: boolean;
  /** Where the reader is to go on. */
  place: ReturnType<typeof goOnAt> | undefined;
}

interface Look {
  near: Near;
  whole: boolean;
}

/** What is to be drawn next, and whether that is all that is near. */
function look(list: HTMLElement, { shelves, drawn, size, isNew, place }: Looking): Look {
  const { width, top } = list.getBoundingClientRect();
  // Other columns: what was measured says nothing any more.
  const heights = measured(list, isNew ? [] : size.current.heights).slice(0, shelves);
  size.current = { heights, width };
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const windowHeight = innerHeight;
  const upper = place ? place.top - edgeOf(place.shelf, { heights, gap }) : top;
  const wanted = shelvesNear({ shelves, heights, gap, top: upper, windowHeight });
  const held = list.contains(document.activeElement) ? shelfOf(document.activeElement) : -1;
  const next = stepTowards(wanted, drawn);
  const whole = next.from === wanted.from && next.to === wanted.to;
  return { near: { ...next, held, heights, gap }, whole };
}

const same = (a: Near, b: Near) => a.from === b.from && a.to === b.to && a.held === b.held;

interface Shape {
  shelves: number;
  /** Tiles on a shelf. */
  tiles: number;
}

/**
 * Draws only what is near the window: a thousand tiles would be twenty thousand elements, and every
 * press would wait for all of them. What is far leaves its height behind. Shelves are whole rows at every
 * width, so that one can go without moving the others, and few enough tiles to be drawn between two frames.
 * At another width a shelf is as tall as it is there, and perhaps of other tiles: one goes on at the same tile.
 */
export function useNear(
  list: RefObject<HTMLElement | null>,
  { shelves, tiles }: Shape,
  size: ListSize,
): Near {
  const atFirst = useAtFirst();
  const [near, setNear] = useState(() =>
    atFirst ? allNear(shelves) : nothingNear(size.current.heights),
  );
  const latest = useRef({ shelves, tiles, near });
  const goingOn = useRef<ReturnType<typeof goOnAt>>(undefined);
  // Where one was is found again as soon as it is drawn, before it is seen.
  useLayoutEffect(() => {
    latest.current = { shelves, tiles, near };
    if (list.current && goingOn.current) goOn(list.current, goingOn.current);
    goingOn.current = undefined;
  }, [list, shelves, tiles, near]);
  // Scrolling and sizes are the browser's. The first look comes before the first picture, or that would
  // be an empty one.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    let reading: Reading | undefined;
    let asked: Near | undefined;
    let { tiles: lastTiles } = latest.current;
    const lookNow = () => {
      const { shelves: all, tiles: now, near: drawn } = latest.current;
      const isOther = now !== lastTiles;
      const { width } = element.getBoundingClientRect();
      const isNew = isOther || Math.abs(width - size.current.width) >= 1;
      // Not drawn yet.
      if (goingOn.current && !isNew) return lookSoon();
      // A shelf that is drawn now is enough for a frame.
      if (asked && !isNew && isTaken()) return lookSoon();
      const place = isNew && reading ? goOnAt(reading, now, innerHeight) : undefined;
      const from = place && isOther ? { from: place.shelf, to: place.shelf } : drawn;
      const next = look(element, { shelves: all, drawn: from, size, isNew, place });
      lastTiles = now;
      if (place) goingOn.current = place;
      else reading = readingOf(element, now);
      if (isNew || !asked) setNear(next.near);
      // Made in tasks of its own, so that the next frame has but to lay it out and paint it.
      else if (!same(asked, next.near)) startTransition(() => setNear(next.near));
      asked = next.near;
      if (!next.whole) lookSoon();
    };
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(lookNow);
    };
    lookNow();
    const resizes = new ResizeObserver(lookSoon);
    resizes.observe(element);
    addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      removeEventListener('scroll', lookSoon);
    };
  }, [list, size]);
  return near;
}
