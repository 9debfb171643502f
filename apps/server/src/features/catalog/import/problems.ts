import type { FileProblem } from '../../../platform/sheets/sheet.ts';

/** Nobody reads more of them; the number of all is told. */
const mostKept = 100;

/** Collects problems: all are counted, the first ones kept; one cell has one problem. */
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
