/** Which shelves of a long list are near enough to the window to be drawn. */

/** What is drawn of a list. */
export interface Near {
  /** The first and the last shelf that are near. */
  from: number;
  to: number;
  /** The shelf that has the focus: it stays, wherever it is. */
  held: number;
  /** Heights of shelves, as far as they are known: what the others leave behind. */
  heights: readonly number[];
  /** Between two rows. */
  gap: number;
}

/** The list's `gap-y-8`, before one has looked. */
const guessedGap = 32;

/** Nothing is drawn before one has looked. */
export const nothingNear = (heights: readonly number[]): Near => ({
  from: 0,
  to: -1,
  held: -1,
  heights,
  gap: guessedGap,
});

/** All of a list that nobody can look at yet: a page as the server draws it. */
export const allNear = (shelves: number): Near => ({
  ...nothingNear([]),
  from: 0,
  to: shelves - 1,
});

/** About the height of a shelf that was never drawn. */
const guessedHeight = 400;

/** Heights without holes: a shelf that was never drawn is taken to be as tall as the first that was. */
export function filled(heights: readonly (number | undefined)[]): number[] {
  const isKnown = (height: number | undefined) => height !== undefined && height > 0;
  const likely = heights.find(isKnown) ?? guessedHeight;
  return Array.from(heights, (height) => (isKnown(height) ? height : undefined) ?? likely);
}

/** The height a shelf has or is likely to have: that of the one that is known best. */
const heightOf = (heights: readonly number[], shelf: number): number =>
  heights[shelf] ?? heights[0] ?? guessedHeight;

/** A shelf that is drawn, by its number, or the height of all that are not up to the next one. */
export type Stretch = { shelf: number } | { height: number };

/** A list of shelves from above: those that are drawn, and one stretch in the place of all between them. */
export function stretchesOf({ from, to, held, heights, gap }: Near, shelves: number): Stretch[] {
  const stretches: Stretch[] = [];
  let far = -gap;
  const close = () => {
    if (far >= 0) stretches.push({ height: far });
    far = -gap;
  };
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    if ((shelf >= from && shelf <= to) || shelf === held) {
      close();
      stretches.push({ shelf });
    } else {
      far += gap + heightOf(heights, shelf);
    }
  }
  close();
  return stretches;
}

interface Layout extends Pick<Near, 'heights' | 'gap'> {
  shelves: number;
  /** The list's upper edge, seen from that of the window. */
  top: number;
  windowHeight: number;
}

/** Where the reader is: a tile of the list, from 0, and how far its upper edge is below the window's. */
export interface Reading {
  tile: number;
  top: number;
}

/** The same tile after the shelves have become others, and where in the window it is to stand. */
export const goOnAt = ({ tile, top }: Reading, tiles: number, windowHeight: number) => ({
  shelf: Math.floor(tile / tiles),
  nth: tile % tiles,
  top: Math.min(Math.max(top, 0), windowHeight / 2),
});

/** The upper edge of a shelf, below that of the list. */
export function edgeOf(shelf: number, { heights, gap }: Pick<Near, 'heights' | 'gap'>): number {
  let edge = 0;
  for (let above = 0; above < shelf; above += 1) edge += heightOf(heights, above) + gap;
  return edge;
}

/** The shelves that touch the window or are less than a window's height away, and the first one seen. */
export function shelvesNear({ shelves, heights, gap, top, windowHeight }: Layout) {
  const near = { from: shelves, to: -1, seen: shelves - 1 };
  let upper = top;
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    const lower = upper + heightOf(heights, shelf);
    if (lower > -windowHeight && upper < 2 * windowHeight) {
      near.from = Math.min(near.from, shelf);
      near.to = shelf;
    }
    if (lower > 0) near.seen = Math.min(near.seen, shelf);
    upper = lower + gap;
  }
  return near;
}

type Range = Pick<Near, 'from' | 'to'>;

/**
 * From what is drawn to what is near, at most one shelf more at a time: a fling brings several near at
 * once, and drawing them all would hold up the next frame. What one sees comes first.
 */
export function stepTowards(wanted: ReturnType<typeof shelvesNear>, drawn: Range): Range {
  if (wanted.to < wanted.from) return { from: wanted.from, to: wanted.to };
  const from = Math.max(drawn.from, wanted.from);
  const to = Math.min(drawn.to, wanted.to);
  if (to < from) {
    const first = Math.min(Math.max(wanted.seen, wanted.from), wanted.to);
    return { from: first, to: first };
  }
  const upwards = wanted.from < from && (wanted.seen < from || wanted.to <= to);
  if (upwards) return { from: from - 1, to };
  return { from, to: Math.min(to + 1, wanted.to) };
}
