/**
 * A pseudo-locale made from English: every text is accented, bracketed and a third longer. A text that is not from
 * the catalogue shows as plain English, and one that does not fit shows as cut.
 */
const accents: Readonly<Record<string, string>> = {
  ...{
    A: 'Å',
    C: 'Ç',
    D: 'Ð',
    E: 'É',
    G: 'Ĝ',
    H: 'Ĥ',
    I: 'Î',
    N: 'Ñ',
    O: 'Ö',
    S: 'Š',
    T: 'Ţ',
    U: 'Û',
    W: 'Ŵ',
    Y: 'Ý',
  },
  ...{
    a: 'å',
    c: 'ç',
    d: 'ð',
    e: 'é',
    g: 'ĝ',
    h: 'ĥ',
    i: 'î',
    n: 'ñ',
    o: 'ö',
    s: 'š',
    t: 'ţ',
    u: 'û',
    w: 'ŵ',
    y: 'ý',
  },
};

const accented = (words: string) =>
  words.replace(/[A-Za-z]/g, (letter) => accents[letter] ?? letter);

/** Placeholders, markup and addresses stay as they are; the forms of a plural are made pseudo within it. */
const kept = /\{\w+, plural,(?: \w+ \{[^{}]*\})+\}|\{\w+\}|https?:\S+|\S+@\S+|<[^>]*>/g;

const pseudoForms = (plural: string) =>
  plural.replace(
    / (\w+) \{([^{}]*)\}/g,
    (_, category: string, form: string) => ` ${category} {${accented(form)}}`,
  );

/** The pseudo text of an English one. */
export function pseudo(english: string): string {
  let done = 0;
  let out = '';
  for (const match of english.matchAll(kept)) {
    out += accented(english.slice(done, match.index));
    out += match[0].includes(', plural,') ? pseudoForms(match[0]) : match[0];
    done = match.index + match[0].length;
  }
  out += accented(english.slice(done));
  // As words, so that a long text breaks where it would in another language.
  const pad = '~'.repeat(Math.ceil(english.length / 3)).replace(/~{6}(?=~)/g, '~~~~~ ');
  return `[${out}${pad.length > 6 ? ' ' : ''}${pad}]`;
}
