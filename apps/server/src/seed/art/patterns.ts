/** The geometric patterns of the cards. */
import type { Random } from '../random.ts';
import { boldPatterns } from './bold-patterns.ts';
import { finePatterns } from './fine-patterns.ts';

/** What a pattern fills: a field of this size, in the figure's colour, on the ground's. */
export interface Canvas {
  readonly w: number;
  readonly h: number;
  readonly random: Random;
  readonly figure: string;
  readonly ground: string;
}

export type Pattern = (canvas: Canvas) => string;

export const patterns: Readonly<Record<string, Pattern>> = { ...boldPatterns, ...finePatterns };
export const patternNames = Object.keys(patterns) as [string, ...string[]];
