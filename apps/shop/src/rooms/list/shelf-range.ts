/** Which shelves of a virtual list are rendered. A shelf is one or two rows of tiles. */

/** The rendered part of a list. */
export interface ShelfRange {
  /** First and last shelf near the window. */
  from: number;
  to: number;
  /** The shelf with the focus, always rendered; -1 for none. */
  focused: number;
  /** Measured or estimated heights, in pixels. */
  heights: readonly number[];
  /** Between two rows, in pixels. */
  gap: number;
}

/** The list's `gap-y-8`, before it is measured. */
const defaultGap = 32;

/** The range before the first measurement. */
export const emptyRange = (heights: readonly number[]): ShelfRange => ({
  from: 0,
  to: -1,
  focused: -1,
  heights,
  gap: defaultGap,
});

/** All shelves, for the server's rendering. */
export const fullRange = (shelves: number): ShelfRange => ({
  ...emptyRange([]),
  from: 0,
  to: shelves - 1,
});

const defaultHeight = 400;

/** Replaces missing and zero heights by the first measured one. */
export function fillHeights(heights: readonly (number | undefined)[]): number[] {
  const isKnown = (height: number | undefined) => height !== undefined && height > 0;
  const likely = heights.find(isKnown) ?? defaultHeight;
  return Array.from(heights, (height) => (isKnown(height) ? height : undefined) ?? likely);
}

/** The height of a shelf; that of the first one where it is unknown. */
const heightOf = (heights: readonly number[], shelf: number): number =>
  heights[shelf] ?? heights[0] ?? defaultHeight;

/** A rendered shelf, or the height of a space in place of shelves that are not. */
export type ListPart = { shelf: number } | { height: number };

/** The parts of a list from the top: rendered shelves, and spaces between them. */
export function listParts(
  { from, to, focused, heights, gap }: ShelfRange,
  shelves: number,
): ListPart[] {
  const parts: ListPart[] = [];
  let space = -gap;
  const closeSpace = () => {
    if (space >= 0) parts.push({ height: space });
    space = -gap;
  };
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    if ((shelf >= from && shelf <= to) || shelf === focused) {
      closeSpace();
      parts.push({ shelf });
    } else {
      space += gap + heightOf(heights, shelf);
    }
  }
  closeSpace();
  return parts;
}

interface Layout extends Pick<ShelfRange, 'heights' | 'gap'> {
  shelves: number;
  /** Top of the list relative to the window, in pixels. */
  top: number;
  windowHeight: number;
}

/** The first visible tile, from 0, and its top relative to the window, in pixels. */
export interface ScrollAnchor {
  tile: number;
  top: number;
}

/** Where the anchor's tile belongs after the number of tiles per shelf has changed. */
export const anchorTarget = ({ tile, top }: ScrollAnchor, tiles: number, windowHeight: number) => ({
  shelf: Math.floor(tile / tiles),
  nth: tile % tiles,
  top: Math.min(Math.max(top, 0), windowHeight / 2),
});

/** Top of a shelf relative to the list, in pixels. */
export function shelfTop(
  shelf: number,
  { heights, gap }: Pick<ShelfRange, 'heights' | 'gap'>,
): number {
  let top = 0;
  for (let above = 0; above < shelf; above += 1) top += heightOf(heights, above) + gap;
  return top;
}

/** The shelves within one window's height of the window, and the first visible one. */
export function shelvesNear({ shelves, heights, gap, top, windowHeight }: Layout) {
  const near = { from: shelves, to: -1, visible: shelves - 1 };
  let upper = top;
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    const lower = upper + heightOf(heights, shelf);
    if (lower > -windowHeight && upper < 2 * windowHeight) {
      near.from = Math.min(near.from, shelf);
      near.to = shelf;
    }
    if (lower > 0) near.visible = Math.min(near.visible, shelf);
    upper = lower + gap;
  }
  return near;
}

type FromTo = Pick<ShelfRange, 'from' | 'to'>;

/**
 * The next range on the way to the wanted one, with at most one more shelf: rendering all shelves of a fling at once
 * would delay the next frame. Visible shelves come first.
 */
export function stepTowards(wanted: ReturnType<typeof shelvesNear>, rendered: FromTo): FromTo {
  if (wanted.to < wanted.from) return { from: wanted.from, to: wanted.to };
  const from = Math.max(rendered.from, wanted.from);
  const to = Math.min(rendered.to, wanted.to);
  if (to < from) {
    const first = Math.min(Math.max(wanted.visible, wanted.from), wanted.to);
    return { from: first, to: first };
  }
  const upwards = wanted.from < from && (wanted.visible < from || wanted.to <= to);
  if (upwards) return { from: from - 1, to };
  return { from, to: Math.min(to + 1, wanted.to) };
}
