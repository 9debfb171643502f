/** From the text of a file to rows of cells, each with the line it stands on. */
import { text } from '@giftlane/contract/messages.ts';
import { type CsvError, parse } from 'csv-parse/sync';
import { columnNames } from './columns.ts';
import type { Problems } from './problems.ts';

/** A row: its cells by column. A column that is absent has no cell. */
export interface Row {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

export type Format = 'csv' | 'json';

/** Reads a file. What can not be read is a problem; rows that can are answered all the same. */
export function readRows(content: string, format: Format, problems: Problems): Row[] {
  return format === 'csv' ? readCsv(content, problems) : readJson(content, problems);
}

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function readCsv(content: string, problems: Problems): Row[] {
  let records: CsvRecord[];
  try {
    records = parse(content, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as CsvRecord[];
  } catch (error) {
    const { message, lines } = error as CsvError & { lines?: number };
    problems.add(lines ?? 1, '', text('import.syntax', { reason: message }));
    return [];
  }
  const [head, ...rest] = records;
  const names = head?.record.map((name) => name.toLowerCase()) ?? [];
  checkNames(names, problems);
  return rest.flatMap(({ record, info }) => {
    // The parser knows where a record ends; the lines within its cells lead back to where it begins.
    const line = info.lines - record.join('').split('\n').length + 1;
    if (record.length === names.length)
      return [{ line, cells: new Map(record.map((cell, i) => [names[i] ?? '', cell])) }];
    const counts = { found: record.length, wanted: names.length };
    problems.add(line, '', text('import.cellCount', counts));
    return [];
  });
}

function checkNames(names: readonly string[], problems: Problems): void {
  if (!names.includes('brand'))
    problems.add(1, 'brand', text('import.missingColumn', { column: 'brand' }));
  names.forEach((name, i) => {
    if (!columnNames.includes(name))
      problems.add(1, name, text('import.unknownColumn', { column: name }));
    else if (names.indexOf(name) < i)
      problems.add(1, name, text('import.columnTwice', { column: name }));
  });
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

/** The line each element of a JSON array begins on. The text has been parsed: it is well formed. */
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
