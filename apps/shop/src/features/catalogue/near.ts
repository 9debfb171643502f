/** Which pages of a long list are near enough to the window to be drawn. */

/** What is drawn of a list. */
export interface Near {
  /** The first and the last page that are near. */
  from: number;
  to: number;
  /** The page that has the focus: it stays, wherever it is. */
  held: number;
  /** Heights of pages, as far as they are known: what the others leave behind. */
  heights: readonly number[];
}

/** Nothing is drawn before one has looked. */
export const nothingNear = (heights: readonly number[]): Near => ({
  from: 0,
  to: -1,
  held: -1,
  heights,
});

export const isNear = ({ from, to, held }: Near, page: number): boolean =>
  (page >= from && page <= to) || page === held;

/** About the height of a page that was never drawn. */
const guessedHeight = 1_500;

/** The height a page has or is likely to have: that of the one that is known best. */
export const heightOf = (heights: readonly number[], page: number): number =>
  heights[page] ?? heights[0] ?? guessedHeight;

interface Layout {
  pages: number;
  heights: readonly number[];
  /** Between two rows. */
  gap: number;
  /** The list's upper edge, seen from that of the window. */
  top: number;
  windowHeight: number;
}

/** The pages that touch the window or are less than a window's height away from it. */
export function pagesNear({ pages, heights, gap, top, windowHeight }: Layout): [number, number] {
  let [from, to] = [pages, -1];
  let upper = top;
  for (let page = 0; page < pages; page += 1) {
    const lower = upper + heightOf(heights, page);
    if (lower > -windowHeight && upper < 2 * windowHeight) {
      from = Math.min(from, page);
      to = page;
    }
    upper = lower + gap;
  }
  return [from, to];
}
