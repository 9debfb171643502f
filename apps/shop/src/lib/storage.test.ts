import { expect, test } from 'vitest';
import { parseStored } from './storage.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';

test('a stored value is read when it has the expected shape', () => {
  expect(parseStored('7', isNumber)).toBe(7);
});

test.each([
  ['missing', null],
  ['damaged', '{"a":'],
  ['of another shape', '"seven"'],
])('a stored value reads as empty when it is %s', (_, text) => {
  expect(parseStored(text, isNumber)).toBeNull();
});
