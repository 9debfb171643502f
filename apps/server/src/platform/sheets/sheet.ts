/** Files that people hand in: text whose encoding is certain, and sheets of rows under column names. */
import { isUtf8 } from 'node:buffer';
import { type TextKey, text as words } from '@giftlane/texts/text.ts';
import { type CsvError, parse } from 'csv-parse/sync';

/** What is wrong with a file, in the words and at the place a person can find it. */
export interface FileProblem {
  readonly line: number;
  /** Empty when it is about the whole line. */
  readonly column: string;
  readonly message: string;
}

/** What an import would do with a line of a sheet, or why it can not. */
export interface LineOutcome {
  readonly line: number;
  readonly outcome: 'added' | 'changed' | 'refused';
  /** The column it is about; empty for the whole line. */
  readonly column: string;
  readonly what: string;
}

/** What a check of a whole sheet found. */
export interface CheckedSheet {
  readonly lines: readonly LineOutcome[];
  /** Lines that change nothing. */
  readonly same: number;
  readonly notes: readonly string[];
}

const marks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

const workbook = 'PK\u0003\u0004';

/** What sheets are written in. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** What bytes are most likely written in; a person looks whether it is right. */
export function recogniseEncoding(bytes: Buffer): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  if (marked) return marked;
  const zero = bytes.subarray(0, 4_096).indexOf(0);
  if (zero >= 0) return zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Why bytes without a byte order mark are no UTF-8. Letters of Western languages stand alone among ASCII. */
function encodingProblem(bytes: Buffer): string {
  const latin = bytes.toString('latin1');
  if (latin.startsWith(workbook)) return words('import.workbook');
  if (latin.includes('\0')) return words('import.encoding', { encoding: 'UTF-16' });
  if (isUtf8(bytes)) return words('import.lostLetter');
  return /[\x81\x8d\x8f\x90\x9d]|[\x80-\xff]{3}/.test(latin)
    ? words('import.otherEncoding')
    : words('import.encoding', { encoding: 'windows-1252' });
}

/**
 * The text of a file and how it was recognised, or the line that can not be read. Nothing is guessed but what a person
 * has `chosen`.
 */
export function decodeFile(
  bytes: Buffer,
  chosen?: Encoding,
): { readonly text: string; readonly notes: string[] } | { readonly problem: FileProblem } {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  const encoding = chosen ?? marked;
  const text = new TextDecoder(encoding).decode(bytes);
  const broken = text.search(/[\ufffd\0]/);
  if (broken >= 0) {
    const line = text.slice(0, broken).split(/\r\n?|\n/).length;
    const isWorkbook = bytes.toString('latin1', 0, 4) === workbook;
    const message = encoding && !isWorkbook ? words('import.lostLetter') : encodingProblem(bytes);
    return { problem: { line, column: '', message } };
  }
  if (!marked || encoding !== marked) return { text, notes: [] };
  return { text, notes: [words(marked === 'utf-8' ? 'import.note.mark' : 'import.note.utf16')] };
}

export interface SheetRow {
  /** Where it begins. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
  /** Columns whose cell was written as `="…"`: text that no spreadsheet has changed. */
  readonly literal: ReadonlySet<string>;
}

export interface Sheet {
  readonly rows: SheetRow[];
  /** What was recognised, for the person whose file it is. */
  readonly notes: string[];
  readonly problems: FileProblem[];
}

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** How a person has a sheet read where it was not recognised. */
export interface Choices {
  readonly separator: Separator;
  /** The column that each cell of the first line stands for; empty for none. */
  readonly names: readonly string[];
}

export interface Columns {
  readonly needed: readonly string[];
  readonly known: readonly string[];
  /** Those with numbers, which may have decimal commas where semicolons separate the columns. */
  readonly decimals?: readonly string[];
}

/** Of the first line so much is read to recognise it. */
const [mostHead, mostColumns] = [64 * 1024, 100] as const;

const nameOf = (cell: string) => cell.trim().toLowerCase();

/** What separates the columns: that by which the first line has the most names that are known. */
function separatorOf(content: string, known: readonly string[]): Separator {
  const head = /.*/.exec(content.trimStart())?.[0].replaceAll('"', '') ?? '';
  const found = (separator: string) =>
    head.split(separator).filter((cell) => known.includes(nameOf(cell))).length;
  return found(';') > found(',') ? ';' : found('\t') > found(',') ? '\t' : ',';
}

function parseRecords(content: string, delimiter: string, problems: FileProblem[]) {
  const found: { readonly line: number; readonly record: string[] }[] = [];
  let end = 0;
  try {
    parse(content, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record(record: string[], { lines }) {
        end = lines;
        // The parser knows where a record ends; the lines within its cells lead back to where it begins.
        found.push({ record, line: lines - record.join('').split('\n').length + 1 });
      },
    });
  } catch (error) {
    const isOpen = (error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED';
    const message = words(isOpen ? 'import.quoteOpen' : 'import.quoteInside');
    problems.push({ line: end + 1, column: '', message });
  }
  return found;
}

function checkNames(names: readonly string[], { needed, known }: Columns): FileProblem[] {
  const told = (key: TextKey) => (column: string) => ({
    line: 1,
    column,
    message: words(key, { column }),
  });
  return [
    ...needed.filter((name) => !names.includes(name)).map(told('import.missingColumn')),
    ...names.filter((name) => !known.includes(name)).map(told('import.unknownColumn')),
    ...known
      .filter((name) => names.indexOf(name) < names.lastIndexOf(name))
      .map(told('import.columnTwice')),
  ];
}

const written = /^="((?:[^"]|"")*)"$/;
const cellError = /^#(?:#+|NAME\?|REF!|VALUE!|N\/A|DIV\/0!|NUM!|NULL!|SPILL!)$/;

/** What separates a sheet's columns, the cells of its first line, and which column each of them names. */
export function recogniseHead(
  content: string,
  { known }: Columns,
  chosen?: Separator,
): { readonly separator: Separator; readonly head: string[]; readonly names: string[] } {
  const separator = chosen ?? separatorOf(content, known);
  const start = /^\s*/.exec(content)?.[0].length ?? 0;
  const line = content.slice(start, start + mostHead).split(/\r\n?|\n/)[0] ?? '';
  const head = (parseRecords(line, separator, [])[0]?.record ?? []).slice(0, mostColumns);
  const names = head.map(nameOf).map((name) => (known.includes(name) ? name : ''));
  return { separator, head, names };
}

/** Reads CSV with a line of column names as people's programs save it, and says what it recognised. */
export function readSheet(content: string, columns: Columns, choices?: Choices): Sheet {
  const delimiter = choices?.separator ?? separatorOf(content, columns.known);
  const problems: FileProblem[] = [];
  const records = parseRecords(content, delimiter, problems);
  const [head = { line: 1, record: [] }, ...rest] = records;
  const heads = head.record.map(nameOf);
  const width = heads.findLastIndex((name) => name !== '') + 1;
  const names = choices ? heads.map((_, i) => choices.names[i] ?? '') : heads;
  const filled = rest.filter(({ record }) => record.some((cell) => cell !== ''));
  const named = names.slice(0, width).filter((name) => name !== '' || !choices);
  problems.push(...checkNames(named, columns));
  let [unwrapped, commas] = [0, 0];
  const rows = filled.flatMap(({ line, record }): SheetRow[] => {
    const most = Math.max(width, record.findLastIndex((cell) => cell !== '') + 1);
    const found = Math.min(record.length, most);
    if (found !== width) {
      problems.push({
        line,
        column: '',
        message: words('import.cellCount', { found, wanted: width }),
      });
      return [];
    }
    const literal = new Set<string>();
    const cells = record.slice(0, width).map((cell, i): [string, string] => {
      const name = names[i] ?? '';
      if (choices && name === '') return ['', ''];
      const text = written.exec(cell)?.[1];
      if (text !== undefined) literal.add(name);
      if (cellError.test(cell))
        problems.push({ line, column: name, message: words('import.cellError', { cell }) });
      const isComma =
        delimiter === ';' && columns.decimals?.includes(name) && /^\d+,\d{1,2}$/.test(cell);
      if (isComma) commas += 1;
      return [name, text?.replaceAll('""', '"') ?? (isComma ? cell.replace(',', '.') : cell)];
    });
    unwrapped += literal.size;
    return [{ line, cells: new Map(cells), literal }];
  });
  const note = (key: TextKey, count: number) => (count > 0 ? [words(key, { count })] : []);
  const notes = [
    ...note('import.note.semicolons', delimiter === ';' ? 1 : 0),
    ...note('import.note.tabs', delimiter === '\t' ? 1 : 0),
    ...note('import.note.emptyColumns', names.length - width),
    ...note('import.note.emptyRows', rest.length - filled.length),
    ...note('import.note.unwrapped', unwrapped),
    ...note('import.note.commas', commas),
  ];
  return { rows, notes, problems };
}
