import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { expect, test } from 'vitest';
import { oneTypoApart } from './one-typo.ts';
import { indexTitles, ranks } from './search.ts';

const titles = [
  'Café Mélange', // 0
  'Nimbus Arcade', // 1
  'Nimbus', // 2
  'Pixel Forge', // 3
  'Luna’s Øresund Books', // 4
  'Gamesmith', // 5
  'Game', // 6
  'Gate Seven', // 7
];
const search = indexTitles(titles);
const find = (query: string) => {
  const { numbers, rankOf } = search.find(wordsOf(query));
  return numbers.toSorted((a, b) => (rankOf[a] ?? 0) - (rankOf[b] ?? 0) || a - b);
};

test.each([
  ['case does not matter', 'NIMBUS arcade', [1]],
  ['accents do not matter in the title', 'cafe melange', [0]],
  ['accents do not matter in the query', 'gáte séven', [7]],
  ['letters without a decomposition are plain too', 'oresund', [4]],
  ['an apostrophe joins', 'lunas', [4]],
  ['a word may be only begun', 'nim', [1, 2]],
  ['words match in any order', 'arcade nimbus', [1]],
  ['every word has to match', 'nimbus forge', []],
  ['one letter missing', 'nimus arcade', [1]],
  ['one letter too many', 'pixxel', [3]],
  ['one letter wrong', 'pizel', [3]],
  ['two letters swapped', 'pxiel', [3]],
  ['the first letter wrong', 'wimbus arcade', [1]],
  ['a typo in the beginning of a word', 'gamwsm', [5]],
  ['two typos are too many', 'pzzel', []],
  ['a space missing', 'pixelforge', [3]],
  ['a space too many', 'pix el forge', [3]],
  ['a space too early', 'pixe lforge', [3]],
  ['nothing but signs finds nothing', '!!', []],
])('search: %s', (_, query, expected) => {
  expect(find(query)).toEqual(expected);
});

test('search: the whole title comes before a word, a word before a beginning, that before a typo', () => {
  expect(find('game')).toEqual([6, 5, 7]);
  expect(find('nimbus')).toEqual([2, 1]);
});

test.each(['cafe melange', 'CAFÉ MÉLANGE', 'café melange'])(
  'search: %s is the title itself, not a typo of it',
  (query) => {
    const { numbers, rankOf } = search.find(wordsOf(query));
    expect([numbers, rankOf[0]]).toEqual([[0], ranks.title]);
  },
);

test('search: looking once more gives the same', () => {
  expect(find('nimbus')).toEqual(find('nimbus'));
});

test.each([
  ['abc', 'abc', false],
  ['abc', 'ab', true],
  ['abc', 'bc', true],
  ['abc', 'xabc', true],
  ['abc', 'axc', true],
  ['abc', 'acb', true],
  ['abcd', 'badc', false],
  ['abc', 'a', false],
  ['abc', 'xbz', false],
  ['abcd', 'bacx', false],
  ['aab', 'aba', true],
  ['', 'a', true],
  ['', '', false],
])('oneTypoApart(%s, %s) is %s', (a, b, expected) => {
  expect(oneTypoApart(a, b)).toBe(expected);
  expect(oneTypoApart(b, a)).toBe(expected);
});

test('a word is compared with the beginning of another without cutting it off', () => {
  expect(oneTypoApart('nmbus', 'nimbuses', 6)).toBe(true);
  expect(oneTypoApart('nmbus', 'nimbuses', 5)).toBe(false);
});

test('search: however many words, whichever comes first, the rank is that of the worst match', () => {
  const many = indexTitles([
    ...Array.from({ length: 300 }, (_, i) => `Common ${i} House`),
    'Common Heron House',
    'Commons Heron',
  ]);
  const ranked = (query: string) => {
    const { numbers, rankOf } = many.find(wordsOf(query));
    return numbers.map((number) => [number, rankOf[number]]).sort();
  };
  for (const query of ['common heron', 'heron common'])
    expect(ranked(query)).toEqual([
      [300, ranks.words],
      [301, ranks.beginning],
    ]);
  expect(ranked('house common heron')).toEqual([[300, ranks.title]]);
  expect(ranked('heorn common')).toEqual([
    [300, ranks.typo],
    [301, ranks.typo],
  ]);
});
