/**
 * Results of proofs, stored after every run, so that a proof can continue where it was stopped, even on
 * another machine.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from '../bench/report.ts';

/** Result of a run: note, time (ISO 8601), and commit if known. */
export interface Outcome {
  readonly note: string;
  readonly at: string;
  readonly commit?: string | undefined;
}

/** All results of a proof. */
export interface Proven {
  readonly good: number;
  /** All failed runs. */
  readonly bad: readonly Outcome[];
  readonly last: Outcome;
}

export type Results = Record<string, Proven>;

const file = join(import.meta.dirname, 'results.json');
const readme = join(import.meta.dirname, 'README.md');

/** Number of runs of a proof. */
export const runsOf = (proven: Proven | undefined): number =>
  proven ? proven.good + proven.bad.length : 0;

/** Results after one more run. */
export function withRun(proven: Proven | undefined, ok: boolean, last: Outcome): Proven {
  const { good, bad } = proven ?? { good: 0, bad: [] };
  return ok ? { good: good + 1, bad, last } : { good, bad: [...bad, last], last };
}

export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Results;
}

const put = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** Stores the results and writes the page with their table. */
export async function keepResults(results: Results, table: string): Promise<void> {
  await put(file, `${JSON.stringify(results, null, 2)}\n`);
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
  await put(readme, page.join('\n'));
}
