/** Files and folders that are named on the command line. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { decodeFile, type FileProblem } from '../platform/sheets/sheet.ts';
import { CommandRefused } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this account may not use it',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file',
  ENOTDIR: 'it is below a file',
};

/** A problem as one line. */
export const problemLine = ({ line, column, message }: Partial<FileProblem>): string =>
  [`line ${line}`, ...(column ? [column] : []), message].join(': ');

/** The text of a file and how it was recognised, or one plain line that says why it can not be had. */
export async function readText(file: string): Promise<{ text: string; notes: string[] }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? ''];
    throw reason ? new CommandRefused(`${file}: ${reason}.`) : error;
  });
  const read = decodeFile(bytes);
  if ('problem' in read) throw new CommandRefused(`${file}: ${problemLine(read.problem)}.`);
  return read;
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
