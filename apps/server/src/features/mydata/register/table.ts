/** A table's entry in the register, and helpers to write entries. */
import type { TextKey } from '@giftlane/texts/text.ts';

/** Why data of an erased account is retained; the page, the copy and the privacy policy give the same reasons. */
export type Kept = 'books' | 'identity' | 'looks' | 'theirs' | 'itself';

export interface PersonalTable {
  readonly name: string;
  /** SQL condition for the rows of the member with the id `$1`. */
  readonly whose: string;
  /** The copy's file for these rows, and its description; absent when the copy does not show them. */
  readonly file?: { readonly name: string; readonly what: TextKey; readonly order: string };
  readonly shown: readonly string[];
  /** SQL expressions that replace shown columns where they would reveal another member's data. */
  readonly masked?: Readonly<Record<string, string>>;
  /** Columns left out of the copy, with the reason. */
  readonly hidden: Readonly<Record<string, string>>;
  /** `gone`: rows are deleted. `uploads`: pictures are marked deleted, and swept with their rows. */
  readonly after:
    | 'gone'
    | 'uploads'
    | { readonly kept: Kept; readonly blank?: Readonly<Record<string, string>> };
}

/** Gives several columns one value: `each('a b', x)` is `{ a: x, b: x }`. */
export const each = (columns: string, value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words(columns).map((column) => [column, value]));

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

export const secret = 'a secret, or a digest of one';
export const ours = 'how the shop works, and nothing about the member';

interface Said extends Partial<Pick<PersonalTable, 'whose' | 'masked' | 'hidden'>> {
  /** Name, description and SQL order. */
  readonly file?: readonly [name: string, what: TextKey, order: string];
  readonly shown?: string;
}

function table(
  name: string,
  { whose = 'member_id = $1', file, shown = '', masked, hidden = {} }: Said,
  after: PersonalTable['after'],
): PersonalTable {
  return {
    name,
    whose,
    ...(file && { file: { name: file[0], what: file[1], order: file[2] } }),
    shown: words(shown),
    ...(masked && { masked }),
    hidden,
    after,
  };
}

/** A table whose rows are deleted with the account. */
export const gone = (name: string, said: Said) => table(name, said, 'gone');

/** A table of pictures. */
export const uploaded = (name: string, said: Said) => table(name, said, 'uploads');

interface Keeping extends Said {
  readonly why?: Kept;
  readonly blank?: Readonly<Record<string, string>>;
}

/** A table whose rows are retained, for the books by default, with some columns blanked. */
export const kept = (name: string, { why = 'books', blank, ...said }: Keeping) =>
  table(name, said, { kept: why, ...(blank && { blank }) });
