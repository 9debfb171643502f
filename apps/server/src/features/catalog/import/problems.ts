import type { FileProblem } from '../../../platform/sheets/sheet.ts';

/** The most problems reported in full; the rest are only counted. */
const mostKept = 100;

/** Collects problems: counts all, keeps the first ones, at most one per cell. */
export class Problems {
  readonly kept: FileProblem[] = [];
  count = 0;
  readonly #cells = new Set<string>();

  add(line: number, column: string, message: string): void {
    const cell = `${line} ${column}`;
    if (column !== '' && this.#cells.has(cell)) return;
    this.#cells.add(cell);
    this.count += 1;
    if (this.kept.length < mostKept) this.kept.push({ line, column, message });
  }
}
