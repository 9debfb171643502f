/** What a pattern draws on. */
import type { Random } from '../random.ts';

/** What a pattern fills: a field of this size, in the figure's colour, on the ground's. */
export interface Canvas {
  readonly w: number;
  readonly h: number;
  readonly random: Random;
  readonly figure: string;
  readonly ground: string;
}

export type Pattern = (canvas: Canvas) => string;
