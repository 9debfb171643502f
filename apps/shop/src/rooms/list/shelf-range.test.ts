import { expect, test } from 'vitest';
import {
  anchorTarget,
  emptyRange,
  fillHeights,
  listParts,
  shelfTop,
  shelvesNear,
  stepTowards,
} from './shelf-range.ts';

const list = { shelves: 50, heights: Array(50).fill(1_700), gap: 32, windowHeight: 900 };

test('a list that has not moved draws what the window and the next one hold', () => {
  expect(shelvesNear({ ...list, top: 300 })).toMatchObject({ from: 0, to: 0, visible: 0 });
  expect(shelvesNear({ ...list, top: 0 })).toMatchObject({ from: 0, to: 1, visible: 0 });
});

test('in the middle of a long list few shelves are near', () => {
  expect(shelvesNear({ ...list, top: -40_000 })).toEqual({ from: 22, to: 24, visible: 23 });
});

test('shelves that were never drawn are taken to be as tall as the first', () => {
  const known = { ...list, heights: [1_700], top: -40_000 };
  expect(shelvesNear(known)).toMatchObject({ from: 22, to: 24 });
  expect(shelvesNear({ ...list, heights: [], top: 0 })).toMatchObject({ from: 0, to: 4 });
});

test('a height that is not known is that of the first that is, and never nothing', () => {
  const heights: number[] = [];
  heights[3] = 500;
  heights[4] = 450;
  expect(fillHeights(heights)).toEqual([500, 500, 500, 500, 450]);
  expect(fillHeights([0, 300])).toEqual([300, 300]);
  expect(fillHeights([0])).toEqual([400]);
  expect(fillHeights([])).toEqual([]);
});

test('among other shelves one goes on at the same tile', () => {
  expect(anchorTarget({ tile: 100, top: 120 }, 6, 900)).toEqual({ shelf: 16, nth: 4, top: 120 });
  // A window that is not as tall any more, and a tile of which less was seen.
  expect(anchorTarget({ tile: 100, top: 600 }, 4, 360)).toEqual({ shelf: 25, nth: 0, top: 180 });
  expect(anchorTarget({ tile: 7, top: -90 }, 4, 360)).toEqual({ shelf: 1, nth: 3, top: 0 });
  expect(shelfTop(3, { heights: [100, 200], gap: 10 })).toBe(430);
  expect(shelfTop(0, { heights: [], gap: 10 })).toBe(0);
});

test('a list out of sight draws nothing', () => {
  const near = shelvesNear({ ...list, top: 5_000 });
  expect(near).toMatchObject({ from: 50, to: -1 });
  expect(stepTowards(near, { from: 3, to: 5 })).toEqual({ from: 50, to: -1 });
});

test('what is far leaves one stretch as tall as it was', () => {
  const heights = [100, 200, 300, 400, 500];
  expect(listParts({ from: 2, to: 3, focused: -1, heights, gap: 10 }, 5)).toEqual([
    { height: 310 },
    { shelf: 2 },
    { shelf: 3 },
    { height: 500 },
  ]);
  expect(listParts({ ...emptyRange(heights), gap: 10 }, 5)).toEqual([{ height: 1_540 }]);
  expect(listParts(emptyRange([]), 0)).toEqual([]);
});

test('shelves that were never drawn leave the height of the first', () => {
  const near = { from: 0, to: 0, focused: -1, heights: [100], gap: 10 };
  expect(listParts(near, 3)).toEqual([{ shelf: 0 }, { height: 210 }]);
});

test('the shelf with the focus stays, wherever it is', () => {
  const near = { from: 3, to: 4, focused: 1, heights: [100], gap: 10 };
  const shelf = (number: number) => ({ shelf: number });
  expect(listParts(near, 5)).toEqual([
    { height: 100 },
    shelf(1),
    { height: 100 },
    shelf(3),
    shelf(4),
  ]);
});

test.each([
  ['downwards', { from: 22, to: 25, visible: 24 }, { from: 20, to: 22 }],
  ['upwards', { from: 17, to: 20, visible: 18 }, { from: 20, to: 22 }],
  ['after a jump', { from: 40, to: 43, visible: 41 }, { from: 3, to: 5 }],
  ['at the start', { from: 0, to: 2, visible: 0 }, { from: 0, to: -1 }],
])('one shelf more at a time, until all that are near are drawn: %s', (_, wanted, before) => {
  let drawn = before;
  for (let step = 0; step < 6; step += 1) {
    const next = stepTowards(wanted, drawn);
    const more =
      next.to -
      next.from -
      Math.max(-1, Math.min(drawn.to, wanted.to) - Math.max(drawn.from, wanted.from));
    expect(more).toBeLessThanOrEqual(1);
    drawn = next;
  }
  expect(drawn).toEqual({ from: wanted.from, to: wanted.to });
});

test('what one sees is drawn first', () => {
  expect(stepTowards({ from: 40, to: 43, visible: 41 }, { from: 3, to: 5 })).toEqual({
    from: 41,
    to: 41,
  });
});
