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

/** What a code is encrypted for: moved to another row or card it does not open. */
export const codeIdentity = ({ id, cardId }: { id: bigint; cardId: string }): string =>
  `code ${cardId} ${id}`;

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
/** Spreadsheets keep fifteen digits of a number. Three zeros behind them are no accident. */
const [long, rounded, surelyRounded] = [
  /^[1-9]\d{15,}$/,
  /^[1-9]\d{14}0+$/,
  /^[1-9]\d{14}0{3,}$/,
] as const;

/** What a spreadsheet has made of the code or serial of a row; of numbers that may be right, by the other rows. */
export function damages(rows: readonly CodeRow[]): (row: CodeRow) => string | undefined {
  const columns = (['code', 'serial'] as const).map((name) => {
    const cellOf = (row: CodeRow) => (row.literal?.has(name) ? '' : row[name]);
    const longCells = rows.map(cellOf).filter((cell) => long.test(cell));
    return { name, cellOf, areAllRounded: longCells.every((cell) => rounded.test(cell)) };
  });
  return (row) => {
    for (const { name, cellOf, areAllRounded } of columns) {
      const cell = cellOf(row);
      if (exponent.test(cell))
        return `${name} is the shortened number ${cell}: a spreadsheet lost its digits`;
      if (cell.startsWith('=')) return `${name} is a formula`;
      if ((areAllRounded ? rounded : surelyRounded).test(cell))
        return `${name} has only zeros after 15 digits, as a spreadsheet rounds numbers; where that is right, write ="…" around it`;
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
