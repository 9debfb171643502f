import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { isNear, type Near, nothingNear, pagesNear } from './near.ts';
import type { ListSize } from './use-place.ts';

/** The page an element of the list belongs to; -1 for none. */
const pageOf = (element: Element | null): number => {
  const item = element?.closest<HTMLElement>('[data-page]');
  return item ? Number(item.dataset.page) : -1;
};

/** Measures the pages that are drawn: from the upper edge of their first tile to the lower one of the last. */
function measured(list: HTMLElement, before: readonly number[]): number[] {
  const edges = new Map<number, { first: Element; last: Element }>();
  for (const item of list.children) {
    const page = pageOf(item);
    if (page >= 0) edges.set(page, { first: edges.get(page)?.first ?? item, last: item });
  }
  const heights = [...before];
  for (const [page, { first, last }] of edges) {
    heights[page] = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  }
  // A hole would be written as null.
  return Array.from(heights, (height) => height ?? heights[0] ?? 0);
}

function look(list: HTMLElement, pages: number, size: ListSize): Near {
  const { width, top } = list.getBoundingClientRect();
  // Another width has other columns: what was measured says nothing any more.
  const known = Math.abs(width - size.current.width) < 1 ? size.current.heights : [];
  const heights = measured(list, known).slice(0, pages);
  size.current = { heights, width };
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const windowHeight = innerHeight;
  const [from, to] = pagesNear({ pages, heights, gap, top, windowHeight });
  const held = list.contains(document.activeElement) ? pageOf(document.activeElement) : -1;
  return { from, to, held, heights };
}

const same = (a: Near, b: Near) => a.from === b.from && a.to === b.to && a.held === b.held;

/**
 * Draws only what is near the window: a thousand tiles would be twenty thousand elements, and every
 * press would wait for all of them. What is far leaves its height behind. Pages have whole rows at every
 * width, so that one can go without moving the others.
 */
export function useNear(list: RefObject<HTMLElement | null>, pages: number, size: ListSize) {
  const [near, setNear] = useState(() => nothingNear(size.current.heights));
  // Before the first picture, or it would be an empty one; a list that is returned to has its height
  // already, and waits for the browser to find its place.
  useLayoutEffect(() => {
    if (list.current) setNear(look(list.current, pages, size));
  }, [list, pages, size]);
  // Scrolling and sizes are the browser's.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const now = look(element, pages, size);
        setNear((before) => (same(before, now) ? before : now));
      });
    };
    const resizes = new ResizeObserver(lookSoon);
    resizes.observe(element);
    addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      removeEventListener('scroll', lookSoon);
    };
  }, [list, pages, size]);
  return { heights: near.heights, isNear: (page: number) => isNear(near, page) };
}
