/** The few SVG elements the patterns are made of. */
export const round = (n: number): number => Math.round(n * 10) / 10;

/** A list made from the numbers 0 up to count - 1. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.ceil(count)) }, (_, i) => make(i));

/** Cells of a grid, row by row. */
export const cells = <T>(columns: number, rows: number, make: (x: number, y: number) => T): T[] =>
  times(rows, (y) => times(columns, (x) => make(x, y))).flat();

export const path = (d: string): string => `<path d="${d}"/>`;

/** A full circle as part of a path. */
export const disc = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`;

/** A closed shape through points. */
export const polygon = (...points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`;

/** Draws a path as lines of a width instead of filling it. */
export const lines = (d: string, width: number, colour: string): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}"/>`;

/** The same colour, quieter. */
export const quiet = (content: string, opacity: number): string =>
  `<g opacity="${opacity}">${content}</g>`;
