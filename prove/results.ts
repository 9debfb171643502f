/** What was proven so far, kept after every run so that a proof can go on where it was stopped, also elsewhere. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from '../bench/report.ts';

/** How one run came out, when (ISO 8601), and of which commit where that was known. */
export interface Outcome {
  readonly note: string;
  readonly at: string;
  readonly commit?: string | undefined;
}

/** What is known of one proof. */
export interface Proven {
  readonly good: number;
  /** Every run that came out badly. */
  readonly bad: readonly Outcome[];
  readonly last: Outcome;
}

export type Results = Record<string, Proven>;

const file = join(import.meta.dirname, 'results.json');
const readme = join(import.meta.dirname, 'README.md');

/** How often a proof was run. */
export const runsOf = (proven: Proven | undefined): number =>
  proven ? proven.good + proven.bad.length : 0;

/** What is known of a proof after one more run. */
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

/** Keeps the results, and writes the page that shows them as a table. */
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
