/** What is a code, and what a spreadsheet has made of one. */
import { daySchema } from '@giftlane/contract/shapes.ts';

export interface CodeRow {
  /** Where it stands in the file, for messages. */
  readonly line: number;
  readonly cardId: string;
  readonly serial: string;
  readonly code: string;
  /** The last day on which it is good. */
  readonly validUntil?: string | undefined;
  /** Columns that no spreadsheet has changed. */
  readonly literal?: ReadonlySet<string>;
}

/** What nobody tells from a plain space or hyphen. */
const spaces = /[\p{Zs}]/gu;
const dashes = /[\p{Pd}\u2212\u2043\u02d7]/gu;

/** A code as it is kept: with the spaces and hyphens that keyboards have, so that it works where it is pasted. */
export const plainSigns = (code: string): string => code.replace(spaces, ' ').replace(dashes, '-');

/** Equal for codes that look the same to a person: a code is sold once, however it is written. */
export const foldCode = (code: string): string =>
  plainSigns(code.normalize('NFKC')).replace(/[\s\p{Cf}\p{DI}-]/gu, '');

/** At the ends of a code or in it, nobody sees these. */
const unseen = /^\s|\s$|[\p{Cf}\p{DI}\ufffd]/u;

const exponent = /^\d(?:[.,]\d+)?E[+-]\d+$/i;
/** Spreadsheets keep fifteen digits of a number. */
const isLong = (cell: string) => /^[1-9]\d{15,}$/.test(cell);
const isRounded = (cell: string) => /^[1-9]\d{14}0+$/.test(cell);
/** So many zeros are no accident; fewer are none where all long numbers of the file end in them. */
const isSurelyRounded = (cell: string) => /^[1-9]\d{14}0{3,}$/.test(cell);

const columns = ['code', 'serial'] as const;

function damageOf(cell: string, allRounded: boolean): string | undefined {
  if (exponent.test(cell)) return `is the shortened number ${cell}: a spreadsheet lost its digits`;
  if (cell.startsWith('=')) return 'is a formula';
  if (isSurelyRounded(cell) || (allRounded && isRounded(cell)))
    return 'has only zeros after 15 digits, as a spreadsheet rounds numbers; where that is right, write ="…" around it';
  return undefined;
}

/** What is wrong with a code or serial that went through a spreadsheet as a number, for each row of a file. */
export function damages(rows: readonly CodeRow[]): (row: CodeRow) => string | undefined {
  const isChanged = (row: CodeRow, column: (typeof columns)[number]) => !row.literal?.has(column);
  const rounded = new Set(
    columns.filter((column) =>
      rows.every(
        (row) => !isChanged(row, column) || !isLong(row[column]) || isRounded(row[column]),
      ),
    ),
  );
  return (row) => {
    for (const column of columns) {
      const damage = isChanged(row, column) && damageOf(row[column], rounded.has(column));
      if (damage) return `${column} ${damage}`;
    }
    return undefined;
  };
}

/** What is wrong with a row by itself. */
export function rowProblem({ serial, code, validUntil }: CodeRow): string | undefined {
  if (serial === '' || serial.length > 100) return 'serial wants 1 to 100 characters';
  if (foldCode(code).length < 4 || code.length > 500) return 'code wants 4 to 500 characters';
  if (unseen.test(code)) return 'code has characters that can not be seen, at its ends or in it';
  if (validUntil && !daySchema.safeParse(validUntil).success)
    return 'expires_at is no day such as 2027-12-31';
  return undefined;
}
