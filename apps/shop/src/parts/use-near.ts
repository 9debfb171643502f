import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Near, nothingNear, shelvesNear, stepTowards } from './near.ts';
import type { ListSize } from './use-place.ts';

/** The shelf an element of the list belongs to; -1 for none. */
const shelfOf = (element: Element | null): number => {
  const item = element?.closest<HTMLElement>('[data-shelf]');
  return item ? Number(item.dataset.shelf) : -1;
};

/** Measures the shelves that are drawn: from the upper edge of their first tile to the lower one of the last. */
function measured(list: HTMLElement, before: readonly number[]): number[] {
  const edges = new Map<number, { first: Element; last: Element }>();
  for (const item of list.children) {
    const shelf = shelfOf(item);
    if (shelf >= 0) edges.set(shelf, { first: edges.get(shelf)?.first ?? item, last: item });
  }
  const heights = [...before];
  for (const [shelf, { first, last }] of edges) {
    heights[shelf] = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  }
  // A hole would be written as null.
  return Array.from(heights, (height) => height ?? heights[0] ?? 0);
}

interface Looking {
  drawn: Near;
  size: ListSize;
}

interface Look {
  near: Near;
  whole: boolean;
}

/** What is to be drawn next, and whether that is all that is near. */
function look(list: HTMLElement, shelves: number, { drawn, size }: Looking): Look {
  const { width, top } = list.getBoundingClientRect();
  // Another width has other columns: what was measured says nothing any more.
  const known = Math.abs(width - size.current.width) < 1 ? size.current.heights : [];
  const heights = measured(list, known).slice(0, shelves);
  size.current = { heights, width };
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const windowHeight = innerHeight;
  const wanted = shelvesNear({ shelves, heights, gap, top, windowHeight });
  const held = list.contains(document.activeElement) ? shelfOf(document.activeElement) : -1;
  const next = stepTowards(wanted, drawn);
  const whole = next.from === wanted.from && next.to === wanted.to;
  return { near: { ...next, held, heights, gap }, whole };
}

const same = (a: Near, b: Near) => a.from === b.from && a.to === b.to && a.held === b.held;

/**
 * Draws only what is near the window: a thousand tiles would be twenty thousand elements, and every
 * press would wait for all of them. What is far leaves its height behind. Shelves are whole rows at every
 * width, so that one can go without moving the others, and few enough tiles to be drawn between two frames.
 */
export function useNear(
  list: RefObject<HTMLElement | null>,
  shelves: number,
  size: ListSize,
): Near {
  const [near, setNear] = useState(() => nothingNear(size.current.heights));
  const latest = useRef({ shelves, near });
  useEffect(() => {
    latest.current = { shelves, near };
  });
  // Scrolling and sizes are the browser's. The first look comes before the first picture, or that would
  // be an empty one.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const lookNow = () => {
      const { shelves: all, near: drawn } = latest.current;
      const { near: next, whole } = look(element, all, { drawn, size });
      if (!same(drawn, next)) setNear(next);
      if (!whole) lookSoon();
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
