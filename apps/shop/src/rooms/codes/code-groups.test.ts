import { expect, test } from 'vitest';
import { codeGroups } from './code-groups.ts';

test.each([
  ['a plain code', 'ABCD1234EFGH5678', ['ABCD', '1234', 'EFGH', '5678']],
  ['a code that is no multiple of four', 'ABCDE', ['ABCD', 'E']],
  ['a masked code', '••••••••5678', ['••••', '••••', '5678']],
])('%s stands in fours', (_, code, groups) => {
  expect(codeGroups(code)).toEqual(groups);
});

test.each(['AB12-CD34', 'https://brand.example/r/1', 'Pin 12'])(
  'a code with a shape of its own stays whole: %s',
  (code) => {
    expect(codeGroups(code)).toEqual([code]);
  },
);

test('a code put together again is the code that was bought', () => {
  expect(codeGroups('KX7QH2M9PLW42700').join('')).toBe('KX7QH2M9PLW42700');
});
