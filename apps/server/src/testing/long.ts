/** Tests that only `npm run prove -- --only=long` runs, for time. */
import { test } from 'vitest';

export const isLong = process.env.LONG_TESTS === '1';

/**
 * A rare case, omitted by `npm test`. Not for the main path of a journey, money that could be paid twice or
 * lost, access rights, or the keyboard.
 */
export const longTest = test.runIf(isLong);
