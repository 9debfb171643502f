/** How words are compared, in searches and in names, whatever the locale. No schema, no I/O. */

/** Letters without a Unicode decomposition, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Lower case, without accents and invisible characters; Hangul stays composed. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/** The words of a title, a name or a query; "Luna's" is one word, as people type it. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether each word is the prefix of a word of the text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const inText = wordsOf(text);
  return words.every((word) => inText.some((other) => other.startsWith(word)));
}
