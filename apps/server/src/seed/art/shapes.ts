/** SVG elements that patterns are made of. `round` keeps one decimal. */
export const round = (n: number): number => Math.round(n * 10) / 10;

/** Calls `make` with 0 to count − 1. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.ceil(count)) }, (_, i) => make(i));

/** Calls `make` for each cell of a grid, row by row. */
export const cells = <T>(columns: number, rows: number, make: (x: number, y: number) => T): T[] =>
  times(rows, (y) => times(columns, (x) => make(x, y))).flat();

export const path = (d: string): string => `<path d="${d}"/>`;

/** A full circle as path data. */
export const disc = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`;

/** A closed polygon as path data. */
export const polygon = (...points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`;

/** Strokes a path instead of filling it. */
export const lines = (d: string, width: number, colour: string): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}"/>`;

/** The content with less opacity. */
export const quiet = (content: string, opacity: number): string =>
  `<g opacity="${opacity}">${content}</g>`;
