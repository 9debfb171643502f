import type { FileProblem } from '../../../platform/sheets/sheet.ts';

/** Collects problems: counts all, keeps the first ones, at most one per cell. */
export class Problems {
  readonly kept: FileProblem[] = [];
  count = 0;
  readonly lines = new Set<number>();
  readonly #cells = new Set<string>();
  readonly #most: number;

  /** The most problems reported in full; the rest are only counted. */
  constructor(most = 100) {
    this.#most = most;
  }

  add(line: number, column: string, message: string): void {
    const cell = `${line} ${column}`;
    if (column !== '' && this.#cells.has(cell)) return;
    this.#cells.add(cell);
    this.count += 1;
    this.lines.add(line);
    if (this.kept.length < this.#most) this.kept.push({ line, column, message });
  }
}
