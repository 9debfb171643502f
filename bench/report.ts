/** Stores the latest figures of every section and writes them into bench/README.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './section.ts';

export interface Measured {
  readonly title: string;
  readonly command: string;
  readonly at: string;
  readonly machine: string;
  /** Load average just before; figures of a busy machine are not final. */
  readonly loadBefore: string;
  readonly postgres: string;
  readonly figures: readonly Figure[];
  /** A table printed by the section itself. */
  readonly text?: string;
}

export type Results = Record<string, Measured>;

const file = join(import.meta.dirname, 'results.json');
const readme = join(import.meta.dirname, 'README.md');

export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Results;
}

export function machine(): string {
  const [first] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} x ${first?.model.trim()}, ${gib} GiB, ${type()} ${release()}, Node ${process.version}`;
}

const verdict = ({ met }: Figure) => (met === undefined ? '' : met ? 'yes' : '**no**');

function asText({ title, command, figures, text, ...where }: Measured): string {
  const rows = figures.map((f) => `| ${f.name} | ${f.value} | ${f.wanted} | ${verdict(f)} |`);
  return [
    `## ${title}`,
    '',
    `\`${command}\`, ${where.at}, ${where.machine}, load average before: ${where.loadBefore}. ${where.postgres}`,
    '',
    ...(rows.length > 0
      ? ['| figure | measured | wanted | reached |', '| --- | --- | --- | --- |', ...rows]
      : []),
    ...(text ? ['```', text.trimEnd(), '```'] : []),
    '',
  ].join('\n');
}

/** Writes the results as JSON and as a page. */
export async function writeResults(results: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  const page = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; one section alone with `npm run bench -- --only=orders`. Client, server and',
    'database share the machine. Figures are medians of rounds with the lowest and the highest; ratios are',
    'taken round by round, so that what else the machine does moves both sides. A section measured while the',
    'load average before it was above 0.5 is no final figure: measure it again.',
    '',
    ...Object.values(results).map(asText),
  ];
  await writeFile(readme, page.join('\n'));
}
