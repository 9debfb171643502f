/**
 * Finds words and prefixes one typo away, by the symmetric-delete method: two texts one edit apart share a
 * text that each becomes by at most one deletion. These texts are hashed once for the vocabulary, so that a
 * query only looks up its own few, whatever the size of the vocabulary.
 */
import { meetings } from './meetings.ts';
import { oneTypoApart } from './one-typo.ts';

/** A prefix, as its range of the sorted vocabulary: `length` letters of the word at `from`. */
export interface Stem {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export interface Typos {
  /** Stems one typo away from `word`; a whole word is a stem of its full length. */
  near(word: string): Stem[];
}

const shortest = 3;
const longest = 12;

const basis = 0x811c9dc5;

/** FNV-1a: continues `hash` with the text from `from` on. */
function hashOn(hash: number, text: string, from: number): number {
  let mixed = hash;
  for (let i = from; i < text.length; i += 1)
    mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed;
}

/** Visits the hash of the text and of each text with one letter deleted. */
function eachHash(text: string, visit: (hash: number) => void): void {
  let before = basis;
  let last = -1;
  for (let skip = 0; skip < text.length; skip += 1) {
    const letter = text.charCodeAt(skip);
    // Deleting either of two equal neighbours gives the same text.
    if (letter !== last) visit(hashOn(before, text, skip + 1) >>> 0);
    before = Math.imul(before ^ letter, 0x01000193);
    last = letter;
  }
  visit(before >>> 0);
}

/** Distinct prefixes of all words up to `longest` letters, and longer words whole. */
function stemsOf(words: readonly string[]): Stem[] {
  const stems: Stem[] = [];
  const open: { from: number; length: number }[] = [];
  const close = (to: number, common: number) => {
    while ((open.at(-1)?.length ?? 0) > common) {
      const stem = open.pop();
      if (stem) stems.push({ ...stem, to });
    }
  };
  words.forEach((word, at) => {
    let common = 0;
    const before = words[at - 1] ?? '';
    while (common < word.length && word[common] === before[common]) common += 1;
    close(at, common);
    for (let length = Math.max(common + 1, shortest); length <= word.length; length += 1)
      if (length <= longest || length === word.length) open.push({ from: at, length });
  });
  close(words.length, 0);
  return stems;
}

/** Builds the index. Expects a sorted vocabulary without duplicates. */
export function indexTypos(words: readonly string[]): Typos {
  const stems = stemsOf(words);
  const textOf = ({ from, length }: Stem) => (words[from] ?? '').slice(0, length);
  let bits = 8;
  while (2 ** bits < stems.length * 4) bits += 1;
  const bucketOf = (hash: number) => hash >>> (32 - bits);

  // Counting sort into buckets: two passes instead of a map with a million keys.
  const starts = new Uint32Array(2 ** bits + 1);
  const count = (hash: number) => {
    const at = bucketOf(hash) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  };
  for (const stem of stems) eachHash(textOf(stem), count);
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const entries = new Uint32Array(starts.at(-1) ?? 0);
  const marks = new Uint8Array(entries.length);
  const next = starts.slice();
  stems.forEach((stem, number) => {
    eachHash(textOf(stem), (hash) => {
      const bucket = bucketOf(hash);
      const at = next[bucket] ?? 0;
      entries[at] = number;
      marks[at] = hash & 0xff;
      next[bucket] = at + 1;
    });
  });
  const met = meetings(stems.length);

  return {
    near(word) {
      met.begin();
      const found: Stem[] = [];
      eachHash(word, (hash) => {
        const bucket = bucketOf(hash);
        const mark = hash & 0xff;
        for (let at = starts[bucket] ?? 0; at < (starts[bucket + 1] ?? 0); at += 1) {
          // Most entries of a bucket are collisions: eight more bits of the hash rule them out cheaply.
          if (marks[at] !== mark) continue;
          const number = entries[at] ?? 0;
          const stem = stems[number];
          if (!stem || !met.first(number)) continue;
          if (oneTypoApart(word, words[stem.from] ?? '', stem.length)) found.push(stem);
        }
      });
      return found;
    },
  };
}
