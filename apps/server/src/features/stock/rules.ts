/** Validation of codes, and detection of damage by spreadsheets. */
import { daySchema } from '@giftlane/contract/shapes.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';

export interface CodeRow {
  /** Line in the file, for messages. */
  readonly line: number;
  readonly cardId: string;
  readonly serial: string;
  readonly code: string;
  /** The last valid day. */
  readonly validUntil?: string | undefined;
  /** Columns written as literals, which no spreadsheet has changed. */
  readonly literal?: ReadonlySet<string>;
}

/** Context of the encryption: a code copied to another row or card does not decrypt. */
export const codeIdentity = ({ id, cardId }: { id: bigint; cardId: string }): string =>
  `code ${cardId} ${id}`;

/** Characters that look like a plain space or hyphen. */
const spaces = /[\p{Zs}]/gu;
const dashes = /[\p{Pd}\u2212\u2043\u02d7]/gu;

/**
 * The stored form of a code, with the spaces and hyphens of keyboards, so that it works where it is pasted.
 */
export const plainSigns = (code: string): string => code.replace(spaces, ' ').replace(dashes, '-');

/**
 * Canonical form for the fingerprint: codes that look alike to a person are equal, so that none is sold
 * twice.
 */
export const foldCode = (code: string): string =>
  plainSigns(code.normalize('NFKC')).replace(/[\s\p{Cf}\p{DI}-]/gu, '');

/** How many of a code's last characters its fingerprint `tail` is of. */
export const tailLength = 4;

/** What is compared of the ends of codes: as `foldCode`, in capitals. */
export const tailText = (code: string): string => foldCode(code).toUpperCase();

/** The keyed fingerprint of the end of codes, `tailLength` characters. */
export const endPrint = (keys: KeyRing, end: string): Buffer =>
  keys.fingerprint(`code tail ${tailText(end)}`);

/** The fingerprint by which staff finds a code. Of short codes that of no end: it would tell half of the code. */
export function tailPrint(keys: KeyRing, code: string): Buffer {
  const text = tailText(code);
  return endPrint(keys, text.length < 2 * tailLength ? '' : text.slice(-tailLength));
}

/** Invisible characters, and white space at the ends. */
const unseen = /^\s|\s$|[\p{Cf}\p{DI}\ufffd]/u;

const exponent = /^\d(?:[.,]\d+)?E[+-]\d+$/i;
/** Spreadsheets keep 15 digits of a number. Three more zeros are surely no coincidence. */
const [long, rounded, surelyRounded] = [
  /^[1-9]\d{15,}$/,
  /^[1-9]\d{14}0+$/,
  /^[1-9]\d{14}0{3,}$/,
] as const;

/**
 * Finds damage by spreadsheets in the code or serial of a row; ambiguous numbers are judged by the other
 * rows.
 */
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
        return `${name} is a shortened number: a spreadsheet lost its digits`;
      if (cell.startsWith('=')) return `${name} is a formula`;
      if ((areAllRounded ? rounded : surelyRounded).test(cell))
        return `${name} has only zeros after 15 digits, as a spreadsheet rounds numbers; where that is right, write ="…" around it`;
    }
    return undefined;
  };
}

/** The problem of a single row. */
export function rowProblem({ serial, code, validUntil }: CodeRow): string | undefined {
  if (serial === '' || serial.length > 100) return 'serial wants 1 to 100 characters';
  if (foldCode(code).length < 4 || code.length > 500) return 'code wants 4 to 500 characters';
  if (unseen.test(code)) return 'code has characters that can not be seen, at its ends or in it';
  if (validUntil && !daySchema.safeParse(validUntil).success)
    return 'expires_at is no day such as 2027-12-31';
  return undefined;
}
