import type { Random } from '../random.ts';

/** Input of a pattern: a field of this size, drawn in the figure's colour on the ground's. */
export interface Canvas {
  readonly w: number;
  readonly h: number;
  readonly random: Random;
  readonly figure: string;
  readonly ground: string;
}

export type Pattern = (canvas: Canvas) => string;
