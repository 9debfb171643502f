import { parseStored } from '@giftlane/client/storage/storage.ts';
import { expect, test } from 'vitest';
import { arePositions } from './list-position.ts';

const place = {
  entry: 'e1',
  list: 'usd',
  pages: 3,
  heights: [1700, 1700.5],
  width: 900,
  strip: true,
};

test('a kept place is read as it was written', () => {
  expect(parseStored(JSON.stringify([place]), arePositions)).toEqual([place]);
});

test.each([
  null,
  'x',
  '{}',
  JSON.stringify([{ ...place, pages: 0 }]),
  JSON.stringify([{ ...place, pages: 1e9 }]),
  JSON.stringify([{ ...place, heights: ['1'] }]),
  JSON.stringify([{ ...place, heights: [1700, 0] }]),
  JSON.stringify([{ ...place, entry: 7 }]),
])('a damaged place is none: %s', (text) => {
  expect(parseStored(text, arePositions)).toBeNull();
});
