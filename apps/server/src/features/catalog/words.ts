/** How titles and queries become words that can be compared. */

/** Letters that no decomposition turns into plain ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Lower case, without accents. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words of a title or a query; "Luna's" is one word, as people type it. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether two words are the same but for one typo: a letter too many, missing, wrong or swapped. */
export function oneTypoApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i += 1;
  if (long.length > short.length) return short.slice(i) === long.slice(i + 1);
  const swapped = short[i] === long[i + 1] && short[i + 1] === long[i];
  return (
    short.slice(i + 1) === long.slice(i + 1) ||
    (swapped && short.slice(i + 2) === long.slice(i + 2))
  );
}
