/** What the register says of a table, and the two ways to say it in few words. */
import type { TextKey } from '@giftlane/texts/text.ts';

/** Why something is kept of an erased account; the page, the copy and the privacy policy say the same. */
export type Kept = 'books' | 'identity' | 'looks' | 'theirs' | 'itself';

export interface PersonalTable {
  readonly name: string;
  /** SQL that says which rows are a member's, whose id is `$1`. */
  readonly whose: string;
  /** The file of the copy that has its rows, and what the copy says of it; absent where it shows none. */
  readonly file?: { readonly name: string; readonly what: TextKey; readonly order: string };
  readonly shown: readonly string[];
  /** SQL of what stands in a shown column instead where it is another member's; empty for most. */
  readonly masked?: Readonly<Record<string, string>>;
  /** Columns left out of the copy, and why. */
  readonly hidden: Readonly<Record<string, string>>;
  /** `gone`: its rows are deleted. `uploads`: the pictures are given up, and swept with their rows. */
  readonly after:
    | 'gone'
    | 'uploads'
    | { readonly kept: Kept; readonly blank?: Readonly<Record<string, string>> };
}

/** Of columns, in words parted by spaces: `each('a b', x)` is `{ a: x, b: x }`. */
export const each = (columns: string, value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words(columns).map((column) => [column, value]));

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

export const secret = 'a secret, or a digest of one';
export const ours = 'how the shop works, and nothing about the member';

interface Said extends Partial<Pick<PersonalTable, 'whose' | 'masked' | 'hidden'>> {
  /** Name, what it is, order. */
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

/** A table whose rows stay, for the books unless said otherwise, with some columns emptied. */
export const kept = (name: string, { why = 'books', blank, ...said }: Keeping) =>
  table(name, said, { kept: why, ...(blank && { blank }) });
