/** The message catalogue: every string a person can read, one file per language. */
import english from './catalogue/en-US.json' with { type: 'json' };
import { pseudo } from './pseudo.ts';

export type TextKey = keyof typeof english;
export type Catalogue = Readonly<Record<TextKey, string>>;

/** For tests: shows texts that are not from the catalogue, or do not fit. */
export const pseudoLocale = 'en-XA';

/** A language is one file here and one line below. */
const catalogues: Readonly<Record<string, () => Catalogue>> = {
  'en-US': () => english,
  [pseudoLocale]: () =>
    Object.fromEntries(
      Object.entries(english).map(([key, message]) => [key, pseudo(message)]),
    ) as Catalogue,
};

/** The catalogue of a language; throws for one that has none. */
export function catalogueOf(locale: string): Catalogue {
  const make = catalogues[locale];
  if (!make)
    throw new Error(`LOCALE is ${locale}; there are ${Object.keys(catalogues).join(', ')}.`);
  return make();
}
