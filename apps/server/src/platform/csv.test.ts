import { expect, test } from 'vitest';
import { csvCode, csvText } from './csv.ts';

test('a code is in the file as it is; only what could be a formula is kept from being one', () => {
  for (const code of ['-ABC123', '+441234', '@HANDLE', 'GLX7-9Q2M', 'a "b"'])
    expect(csvCode(code)).toBe(`"${code.replaceAll('"', '""')}"`);
  for (const formula of ['=5+5', '-2+3', '@SUM(A1)', "+cmd|' /C calc'!A0"])
    expect(csvCode(formula)).toBe(`"'${formula}"`);
  expect(csvText('-5 off')).toBe(`"'-5 off"`);
});
