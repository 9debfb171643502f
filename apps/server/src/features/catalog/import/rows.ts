/** Parses CSV or JSON into rows of cells with their line numbers. */
import { text } from '@giftlane/texts/text.ts';
import { type Choices, type Columns, readSheet } from '../../../platform/sheets/sheet.ts';
import { columnNames, numberNames } from './columns.ts';
import type { Problems } from './problems.ts';

/** A row: cells by column; absent columns have no cell. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

export type Format = 'csv' | 'json';

/** The columns of brands and cards in a sheet. */
export const catalogColumns: Columns = {
  needed: ['brand'],
  known: columnNames,
  decimals: numberNames,
};

/** Parses a file. Unreadable rows become problems; readable rows are returned anyway. */
export function readRows(
  content: string,
  format: Format,
  problems: Problems,
  choices?: Choices,
): { rows: Row[]; notes: string[] } {
  if (format === 'json') return { rows: readJson(content, problems), notes: [] };
  const sheet = readSheet(content, catalogColumns, choices);
  for (const { line, column, message } of sheet.problems) problems.add(line, column, message);
  return sheet;
}

function readJson(content: string, problems: Problems): Row[] {
  let rows: unknown;
  try {
    rows = JSON.parse(content);
  } catch (error) {
    const reason = (error as Error).message;
    const line = Number(/line (\d+)/.exec(reason)?.[1] ?? 1);
    problems.add(line, '', text('import.syntax', { reason }));
    return [];
  }
  if (!Array.isArray(rows)) {
    problems.add(1, '', text('import.notAList'));
    return [];
  }
  const lines = elementLines(content);
  return rows.flatMap((row: unknown, i): Row[] => {
    const line = lines[i] ?? 1;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      problems.add(line, '', text('import.notARow'));
      return [];
    }
    return [{ line, cells: cellsOf(row, line, problems) }];
  });
}

function cellsOf(row: object, line: number, problems: Problems): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(row) as [string, unknown][]) {
    if (!columnNames.includes(name))
      problems.add(line, name, text('import.unknownColumn', { column: name }));
    else if (['string', 'number', 'boolean'].includes(typeof value))
      cells.set(name, String(value).trim());
    else if (value !== null) problems.add(line, name, text('import.notACell'));
  }
  return cells;
}

/** First lines of the elements of a JSON array. Expects valid JSON. */
function elementLines(content: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let quoted = false;
  let due = false;
  for (let i = 0; i < content.length; i += 1) {
    const char = content[i] ?? '';
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
      continue;
    }
    if (char === '\n') line += 1;
    if (/\s/.test(char)) continue;
    if (due && char !== ']') lines.push(line);
    due = depth === 1 ? char === ',' : depth === 0;
    if (char === '"') quoted = true;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return lines;
}
