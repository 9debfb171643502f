/** `catalog import`: creates or updates brands and cards from a file, all or nothing. */

import type { Db, Tx } from '../../../platform/db/db.ts';
import type { CheckedSheet, Choices, FileProblem } from '../../../platform/sheets/sheet.ts';
import { draftsOf } from './drafts.ts';
import { type CatalogPlan, planAll, type Tally, writePlan } from './plan.ts';
import { Problems } from './problems.ts';
import { type Format, readRows } from './rows.ts';
import { noteBefore } from './undo.ts';

export interface Imported {
  readonly brands: Tally;
  readonly cards: Tally;
  /** The first problems; with any, nothing was written. */
  readonly errors: readonly FileProblem[];
  /** Number of all problems. */
  readonly errorCount: number;
  /** Notes on the detected format of the file. */
  readonly notes: readonly string[];
}

export interface ImportFile {
  readonly text: string;
  readonly format: Format;
  /** Reports the changes without writing them. */
  readonly dryRun?: boolean;
}

/**
 * Imports a file. Keys are the brand's slug, and slug with currency and value: importing again changes
 * nothing, and absent columns keep their stored values. All problems are reported with their lines before
 * anything is written.
 */
export async function importCatalog(db: Db, file: ImportFile): Promise<Imported> {
  const problems = new Problems();
  const { rows, notes } = readRows(file.text, file.format, problems);
  const drafts = draftsOf(rows, problems);
  const { brands, cards } = await db.tx(async (tx) => {
    const whole = await planAll(tx, drafts, problems);
    if (problems.count === 0 && !file.dryRun) await writePlan(tx, whole);
    return whole;
  });
  return {
    brands: brands.tally,
    cards: cards.tally,
    errors: problems.kept,
    errorCount: problems.count,
    notes,
  };
}

export interface CatalogSheet {
  readonly text: string;
  readonly choices: Choices;
}

/** So many problems of a sheet are told line by line. */
const mostTold = 10_000;

async function planSheet(tx: Tx, { text, choices }: CatalogSheet) {
  const problems = new Problems(mostTold);
  const { rows, notes } = readRows(text, 'csv', problems, choices);
  const plan = await planAll(tx, draftsOf(rows, problems), problems);
  return { plan, checked: checkedOf(plan, problems, { rows: rows.length, notes }) };
}

function checkedOf(
  { lines }: CatalogPlan,
  problems: Problems,
  { rows, notes }: { rows: number; notes: readonly string[] },
): CheckedSheet {
  const good = lines.filter(({ line }) => !problems.lines.has(line));
  const refused = problems.kept.map(({ line, column, message }) => ({
    line,
    outcome: 'refused' as const,
    column,
    what: message,
  }));
  const told = [...good, ...refused].sort((a, b) => a.line - b.line);
  const touched = new Set([...good.map(({ line }) => line), ...problems.lines]);
  return { lines: told, same: Math.max(0, rows - touched.size), notes };
}

/** What a sheet would add, change and have refused. Writes nothing. */
export async function checkCatalog(db: Db, sheet: CatalogSheet): Promise<CheckedSheet> {
  return db.tx(async (tx) => (await planSheet(tx, sheet)).checked);
}

/**
 * Imports a sheet so that it can be undone under `importId`, and answers how many rows were written; with any problem
 * nothing is, and the lines are told.
 */
export async function loadCatalog(
  tx: Tx,
  sheet: CatalogSheet,
  how: { importId: string; progress: (rows: number) => Promise<void> },
): Promise<{ problems: CheckedSheet } | { loaded: number }> {
  const { plan, checked } = await planSheet(tx, sheet);
  if (checked.lines.some(({ outcome }) => outcome === 'refused')) return { problems: checked };
  await writePlan(tx, plan, how.progress);
  await noteBefore(tx, how.importId, plan);
  return { loaded: plan.brands.write.length + plan.cards.write.length };
}
