import { expect, test } from 'vitest';
import { csvCode, csvText } from './csv.ts';

test('a code is in the file as it is; only what could be a formula is kept from being one', () => {
  for (const code of ['-ABC123', '+441234', '@HANDLE', 'GLX7-9Q2M', 'a "b"'])
    expect(csvCode(code)).toBe(`"${code.replaceAll('"', '""')}"`);
  for (const formula of ['=5+5', '-2+3', '@SUM(A1)', "+cmd|' /C calc'!A0"])
    expect(csvCode(formula)).toBe(`"'${formula}"`);
  expect(csvText('-5 off')).toBe(`"'-5 off"`);
});

test('nobody writes a formula into somebody else’s file, however their spreadsheet cuts fields', () => {
  // Where numbers have a decimal comma, fields are cut at semicolons, and quotes in the middle of a field are letters.
  expect(csvText('thanks;=1+1;')).toBe(`"thanks;'=1+1;"`);
  expect(csvText('thanks;"@A1;')).toBe(`"thanks;""'@A1;"`);
  expect(csvText('thanks\n=1+1')).toBe(`"thanks\n'=1+1"`);
  expect(csvText('＝1+1')).toBe(`"'＝1+1"`);
  expect(csvText('two; three - four')).toBe('"two; three - four"');
  // Of a code nothing is changed within.
  expect(csvCode('AB;=C')).toBe('"AB;=C"');
});
