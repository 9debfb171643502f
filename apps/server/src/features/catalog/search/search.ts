/** Search over titles of brands: every word of the query must match a word of the title. */
import { wordsOf } from '@giftlane/contract/members/letters.ts';
import { meetings } from './meetings.ts';
import { indexTypos, type Stem, type Typos } from './typos.ts';

/** Rank of a match; lower is better. */
export const ranks = { title: 0, words: 1, beginning: 2, typo: 3 } as const;

export interface TitleMatches {
  /** Indexes of the matching titles. */
  readonly numbers: readonly number[];
  /** Ranks by title; valid only for `numbers`, and only until the next search. */
  readonly rankOf: Uint8Array;
}

export interface Search {
  /** Titles that match all words of a query. */
  find(query: readonly string[]): TitleMatches;
}

/** Shorter words with a typo would match almost anything. */
const shortestWithTypo = 3;
const shortestBeginningWithTypo = 4;

/** Lists of numbers in one array: list i is `values[starts[i] .. starts[i + 1]]`. */
interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

function listsOf(lists: readonly (readonly number[])[]): Lists {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = (starts[i] ?? 0) + list.length;
  });
  const values = new Uint32Array(starts.at(-1) ?? 0);
  lists.forEach((list, i) => {
    values.set(list, starts[i]);
  });
  return { starts, values };
}

interface Vocabulary {
  /** Sorted, without duplicates. */
  readonly words: readonly string[];
  /** For each word the titles that contain it. */
  readonly titles: Lists;
  /** For each title its words, without duplicates. */
  readonly wordsOfTitle: Lists;
}

function vocabularyOf(titles: readonly string[]): Vocabulary {
  const split = titles.map((title) => [...new Set(wordsOf(title))]);
  const words = [...new Set(split.flat())].sort();
  const places = new Map(words.map((word, w) => [word, w]));
  const inTitles = split.map((some) => some.map((word) => places.get(word) ?? 0));
  const ofWords = words.map((): number[] => []);
  inTitles.forEach((some, number) => {
    for (const w of some) ofWords[w]?.push(number);
  });
  return { words, titles: listsOf(ofWords), wordsOfTitle: listsOf(inTitles) };
}

/** Index of the first word not less than `word`. */
function lowerBound(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** End of the range of words with the prefix `word`; `from` is its lower bound. Galloping search. */
function endOfBeginnings(words: readonly string[], word: string, from: number): number {
  const begins = (at: number) => words[at]?.startsWith(word) ?? false;
  if (!begins(from)) return from;
  let low = from + 1;
  let stride = 1;
  while (begins(low + stride)) {
    low += stride;
    stride *= 2;
  }
  let high = low + stride;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (begins(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A half-open range of the vocabulary with the rank of its match. */
interface Range {
  readonly rank: number;
  readonly from: number;
  readonly to: number;
}

/** Ranges of the vocabulary that match a word of the query, best rank first. */
function rangesOf(word: string, { words }: Vocabulary, typos?: Typos): Range[] {
  const from = lowerBound(words, word);
  const begun = words[from] === word ? from + 1 : from;
  const ranges: Range[] = [];
  const add = (rank: number, from: number, to: number) => {
    if (from < to) ranges.push({ rank, from, to });
  };
  add(ranks.words, from, begun);
  add(ranks.beginning, begun, endOfBeginnings(words, word, from));
  if (!typos || word.length < shortestWithTypo) return ranges;
  const whole = ({ from, length }: Stem) => words[from]?.length === length;
  for (const stem of typos.near(word)) {
    if (word.length >= shortestBeginningWithTypo) add(ranks.typo, stem.from, stem.to);
    else if (whole(stem)) add(ranks.typo, stem.from, stem.from + 1);
  }
  return ranges;
}

/** Variants of the query with a space removed, added, or moved by one letter. */
function* respaced(query: readonly string[]): Generator<string[]> {
  for (const [i, word] of query.entries()) {
    const before = query.slice(0, i);
    const after = query.slice(i + 1);
    for (let at = 1; at < word.length; at += 1)
      yield [...before, word.slice(0, at), word.slice(at), ...after];
    const [next, ...rest] = after;
    if (next === undefined) continue;
    yield [...before, word + next, ...rest];
    yield [...before, word + next.slice(0, 1), next.slice(1), ...rest];
    yield [...before, word.slice(0, -1), word.slice(-1) + next, ...rest];
  }
}

const startOf = ({ starts }: Lists, at: number) => starts[at] ?? 0;

/** Best rank of a title in these ranges of words; undefined without a match. */
function rankIn(words: Lists, title: number, ranges: readonly Range[]): number | undefined {
  for (const { rank, from, to } of ranges)
    for (let i = startOf(words, title); i < startOf(words, title + 1); i += 1) {
      const w = words.values[i] ?? 0;
      if (w >= from && w < to) return rank;
    }
  return undefined;
}

/** Longer than any title; further words of a query are ignored. */
const mostWords = 12;

/** Builds the index; titles are numbered by position. */
export function indexTitles(titles: readonly string[]): Search {
  const vocabulary = vocabularyOf(titles);
  const typos = indexTypos(vocabulary.words);
  const met = meetings(titles.length);
  const rankOf = new Uint8Array(titles.length);
  const { titles: ofWord, wordsOfTitle } = vocabulary;

  /** Upper bound of the titles that match these ranges; repeated ones count repeatedly. */
  const countOf = (ranges: readonly Range[]) =>
    ranges.reduce((sum, { from, to }) => sum + startOf(ofWord, to) - startOf(ofWord, from), 0);

  /** Titles with a word in these ranges, with their best rank. */
  const titlesWith = (ranges: readonly Range[]): number[] => {
    const found: number[] = [];
    for (const { rank, from, to } of ranges)
      for (let i = startOf(ofWord, from); i < startOf(ofWord, to); i += 1) {
        const number = ofWord.values[i] ?? 0;
        if (met.first(number)) {
          rankOf[number] = rank;
          found.push(number);
        }
      }
    return found;
  };

  /** Titles that match all words, ranked by their worst match. Candidates come from the rarest word. */
  const match = (query: readonly string[], forgiving: boolean): number[] => {
    const sought: Range[][] = [];
    for (const word of query) {
      const ranges = rangesOf(word, vocabulary, forgiving ? typos : undefined);
      if (ranges.length === 0) return [];
      sought.push(ranges);
    }
    const [rarest = [], ...others] = sought.sort((a, b) => countOf(a) - countOf(b));
    met.begin();
    return titlesWith(rarest).filter((number) =>
      others.every((ranges) => {
        const rank = rankIn(wordsOfTitle, number, ranges);
        if (rank !== undefined) rankOf[number] = Math.max(rank, rankOf[number] ?? 0);
        return rank !== undefined;
      }),
    );
  };

  return {
    find(words) {
      const query = [...new Set(words)].slice(0, mostWords);
      let found = match(query, true);
      for (const number of found)
        if (
          rankOf[number] === ranks.words &&
          startOf(wordsOfTitle, number + 1) - startOf(wordsOfTitle, number) === query.length
        )
          rankOf[number] = ranks.title;
      if (found.length > 0) return { numbers: found, rankOf };
      for (const other of respaced(query)) {
        found = match(other, false);
        for (const number of found) rankOf[number] = ranks.typo;
        if (found.length > 0) break;
      }
      return { numbers: found, rankOf };
    },
  };
}
