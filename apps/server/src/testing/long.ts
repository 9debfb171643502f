/** What `npm test` leaves to `npm run prove -- --only=long` because it takes long. */
import { test } from 'vitest';

export const isLong = process.env.LONG_TESTS === '1';

/**
 * A rarer end of a journey. What may not be one: the journey itself, money that could be paid twice or lost, who may see
 * what, and the keyboard.
 */
export const longTest = test.runIf(isLong);
