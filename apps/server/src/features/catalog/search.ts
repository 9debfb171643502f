/** Search over the titles of brands: every word of a query has to match a word of the title. */
import { indexTypos, type Stem, type Typos } from './typos.ts';
import { wordsOf } from './words.ts';

/** How well a title matches; lower is better. */
export const ranks = { title: 0, words: 1, beginning: 2, typo: 3 } as const;

export interface Found {
  /** Positions in the list of titles. */
  readonly numbers: readonly number[];
  /** Their ranks, by number; only those of `numbers` mean anything, and only until the next search. */
  readonly rankOf: Uint8Array;
}

export interface Search {
  /** Titles that match all words of a query. */
  find(query: readonly string[]): Found;
}

/** Below this length a typo would match almost anything. */
const shortestWithTypo = 3;
const shortestBeginningWithTypo = 4;

interface Vocabulary {
  /** Sorted, each once. */
  readonly words: readonly string[];
  /** The titles of word w are `numbers[starts[w] .. starts[w + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly wordCounts: Uint8Array;
}

function vocabularyOf(titles: readonly string[]): Vocabulary {
  const byWord = new Map<string, number[]>();
  const wordCounts = new Uint8Array(titles.length);
  titles.forEach((title, number) => {
    const words = new Set(wordsOf(title));
    wordCounts[number] = Math.min(words.size, 255);
    for (const word of words) {
      const known = byWord.get(word);
      if (known) known.push(number);
      else byWord.set(word, [number]);
    }
  });
  const words = [...byWord.keys()].sort();
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, w) => {
    starts[w + 1] = (starts[w] ?? 0) + (byWord.get(word)?.length ?? 0);
  });
  const numbers = new Uint32Array(starts.at(-1) ?? 0);
  words.forEach((word, w) => {
    numbers.set(byWord.get(word) ?? [], starts[w]);
  });
  return { words, starts, numbers, wordCounts };
}

/** The first position whose word is not before `word`. */
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

/** Where the words that begin with `word` end; the first of them, if there is one, is at `from`. */
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

type Range = readonly [from: number, to: number];

/** Ranges of the vocabulary that a word of a query matches, best first. */
function rangesOf(word: string, { words }: Vocabulary, typos?: Typos): [number, Range][] {
  const from = lowerBound(words, word);
  const exact = words[from] === word ? 1 : 0;
  const ranges: [number, Range][] = [
    [ranks.words, [from, from + exact]],
    [ranks.beginning, [from + exact, endOfBeginnings(words, word, from)]],
  ];
  if (!typos || word.length < shortestWithTypo) return ranges;
  const whole = ({ from, length }: Stem) => words[from]?.length === length;
  for (const stem of typos.near(word)) {
    if (word.length >= shortestBeginningWithTypo) ranges.push([ranks.typo, [stem.from, stem.to]]);
    else if (whole(stem)) ranges.push([ranks.typo, [stem.from, stem.from + 1]]);
  }
  return ranges;
}

/** The query with one space too few, too many or a letter too early or late. */
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

/** More words than a title has; the rest of a query is ignored. */
const mostWords = 12;

/** Builds the index over titles; a title's number is its position. */
export function indexTitles(titles: readonly string[]): Search {
  const vocabulary = vocabularyOf(titles);
  const typos = indexTypos(vocabulary.words);
  const { starts, numbers, wordCounts } = vocabulary;
  const matched = new Uint8Array(titles.length);
  const rankOf = new Uint8Array(titles.length);

  /** Numbers that match word `at` and all before it. */
  const narrow = (word: string, at: number, forgiving: boolean): number[] => {
    const found: number[] = [];
    for (const [rank, [from, to]] of rangesOf(word, vocabulary, forgiving ? typos : undefined)) {
      for (let i = starts[from] ?? 0; i < (starts[to] ?? 0); i += 1) {
        const number = numbers[i] ?? 0;
        if (matched[number] !== at) continue;
        matched[number] = at + 1;
        rankOf[number] = at === 0 ? rank : Math.max(rank, rankOf[number] ?? 0);
        found.push(number);
      }
    }
    return found;
  };

  const match = (query: readonly string[], forgiving: boolean): number[] => {
    let found: number[] = [];
    const touched: number[] = [];
    for (const [at, word] of query.entries()) {
      found = narrow(word, at, forgiving);
      if (at === 0) touched.push(...found);
      if (found.length === 0) break;
    }
    for (const number of touched) matched[number] = 0;
    return found;
  };

  return {
    find(words) {
      const query = [...new Set(words)].slice(0, mostWords);
      let found = match(query, true);
      for (const number of found)
        if (rankOf[number] === ranks.words && wordCounts[number] === query.length)
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
