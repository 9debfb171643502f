/** What was proven so far, kept after every run so that a proof can go on where it was stopped. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface Run {
  readonly ok: boolean;
  readonly note: string;
  readonly at: string;
  readonly tookMs: number;
}

export type Results = Record<string, Run[]>;

const folder = resolve(process.env.DATA_DIR ?? './data');
const file = join(folder, 'prove.json');

export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Results;
}

export async function keepResults(results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(results, null, 2));
  await rename(`${file}.new`, file);
}
