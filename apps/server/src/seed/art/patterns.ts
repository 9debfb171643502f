import { boldPatterns } from './bold-patterns.ts';
import type { Pattern } from './canvas.ts';
import { finePatterns } from './fine-patterns.ts';

export const patterns: Readonly<Record<string, Pattern>> = { ...boldPatterns, ...finePatterns };
export const patternNames = Object.keys(patterns) as [string, ...string[]];
