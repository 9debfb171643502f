/** Files and folders that are named on the command line. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { CommandRefused } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this account may not use it',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file',
  ENOTDIR: 'it is below a file',
};

/** The text of a file, or one plain line that says why not. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason) throw new CommandRefused(`${file}: ${reason}.`);
    throw error;
  }
}

/**
 * Writes what only its owner may read. Of what stands there already neither the rights are kept nor a link
 * followed: others may have laid it out.
 */
export async function writePrivate(file: string, bytes: Uint8Array): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
}

/** A folder only its owner looks into, made if need be; or one plain line that says why not. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new CommandRefused(`${folder}: ${reasons[code] ?? (code || 'refused')}.`);
  }
}

interface CsvRow {
  /** Where its record begins. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

interface Columns {
  readonly needed: readonly string[];
  readonly known: readonly string[];
}

/** Reads CSV with a line of column names. Refuses what is not well formed and columns nobody knows. */
export function readCsv(text: string, { needed, known }: Columns): CsvRow[] {
  const [head, ...rest] = parseCsv(text);
  const names = head?.record.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = needed.find((name) => !names.includes(name));
  if (missing) throw new CommandRefused(`The column ${missing} is missing.`);
  const wrong = names.find((name, i) => !known.includes(name) || names.indexOf(name) < i);
  if (wrong !== undefined) throw new CommandRefused(`The column ${wrong} does not belong there.`);
  return rest.map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    cells: new Map(record.map((cell, i) => [names[i] ?? '', cell])),
  }));
}

function parseCsv(text: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, { bom: true, info: true, skip_empty_lines: true, trim: true }) as never;
  } catch (error) {
    throw new CommandRefused(`The file can not be read: ${(error as Error).message}`);
  }
}
