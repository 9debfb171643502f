/** Texts of the shop by key, in its language. A build inlines them into the pages (`../build/inline-texts.ts`). */
import { catalogueOf, type TextKey } from './catalogues.ts';
import { type Facts, fill } from './fill.ts';
import type { Placeholders } from './generated/placeholders.ts';
import { locale } from './locale.ts';

export type { TextKey } from './catalogues.ts';
export type { Placeholders } from './generated/placeholders.ts';

/** What a text needs: nothing, or a value for each of its placeholders. */
type FactsOf<K extends TextKey> = K extends keyof Placeholders
  ? [facts: Readonly<Record<Placeholders[K], string | number | bigint>>]
  : [];

const catalogue = catalogueOf(locale);

/** The text of a key that is known only at run time, such as that of a refusal. */
export const textOf = (key: TextKey, facts: Facts): string => fill(catalogue[key], facts);

/** The text of `key`; a missing or unknown placeholder does not compile. */
export function text<K extends TextKey>(key: K, ...[facts]: FactsOf<K>): string {
  return facts ? textOf(key, facts) : catalogue[key];
}
