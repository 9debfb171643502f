import { expect, test } from 'vitest';
import { isNear, nothingNear, pagesNear } from './near.ts';

const list = { pages: 50, heights: Array(50).fill(1_700), gap: 32, windowHeight: 900 };

test('a list that has not moved draws what the window and the next one hold', () => {
  expect(pagesNear({ ...list, top: 300 })).toEqual([0, 0]);
  expect(pagesNear({ ...list, top: 0 })).toEqual([0, 1]);
});

test('in the middle of a long list few pages are near', () => {
  const [from, to] = pagesNear({ ...list, top: -40_000 });
  expect([from, to]).toEqual([22, 24]);
});

test('pages that were never drawn are taken to be as tall as the first', () => {
  expect(pagesNear({ ...list, heights: [1_700], top: -40_000 })).toEqual([22, 24]);
  expect(pagesNear({ ...list, heights: [], top: 0 })).toEqual([0, 1]);
});

test('a list out of sight draws nothing', () => {
  expect(pagesNear({ ...list, top: 5_000 })).toEqual([50, -1]);
});

test('the page with the focus stays', () => {
  const near = { ...nothingNear([]), from: 20, to: 22, held: 3 };
  expect([3, 4, 19, 20, 22, 23].map((page) => isNear(near, page))).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});
