/** What was proven so far, kept after every run so that a proof can go on where it was stopped. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { machine } from '../bench/report.ts';

export interface Run {
  readonly ok: boolean;
  readonly note: string;
  readonly at: string;
  readonly tookMs: number;
}

export type Results = Record<string, Run[]>;

/** Writes the page that shows them. */
export async function keepTable(table: string): Promise<void> {
  const page = [
    '# Proofs',
    '',
    'Written by `npm run prove`; one proof alone with `npm run prove -- --only=oversell`. Each run has a database',
    'and a world of its own; after it the ledger and all invariants are checked.',
    '',
    `Machine: ${machine()}.`,
    '',
    table,
    '',
  ];
  await writeFile(join(import.meta.dirname, 'README.md'), page.join('\n'));
}

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
