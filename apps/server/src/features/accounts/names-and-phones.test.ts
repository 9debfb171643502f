import { expect, test } from 'vitest';
import { emailKey, mobileOf, nameWords, searchWords } from './names-and-phones.ts';

test('e-mail addresses are compared in lower case', () => {
  expect(emailKey(' Anna.B@Example.COM ')).toBe('anna.b@example.com');
  expect(emailKey('Anna@MÜNCHEN.de')).toBe('anna@xn--mnchen-3ya.de');
});

test.each([
  ['0171 1234567', '', 'DE', '+49', '1711234567'],
  ['0171/123-45 67', '+49', 'FR', '+49', '1711234567'],
  ['+49 (0)171 1234567', '+1', 'US', '+49', '1711234567'],
  ['0049 171 1234567', '0049', 'DE', '+49', '1711234567'],
  ['(212) 555-0100', '', 'US', '+1', '2125550100'],
  ['3338 123456', '', 'IT', '+39', '3338123456'],
  ['٠١٧١١٢٣٤٥٦٧', '', 'DE', '+49', '1711234567'],
  ['\u202a+44 7911 123456\u202c', '', 'DE', '+44', '7911123456'],
  ['', '49', 'DE', '+49', ''],
  ['', '', 'DE', '', ''],
])('PROF-12 %j, dial code %j, in %s is %s %s', (typed, code, country, dialCode, mobile) => {
  expect(mobileOf(typed, code, country)).toEqual({ dialCode, mobile });
});

test.each(['12', '1234567890123456789', 'call me'])('%s is no number', (typed) => {
  expect(mobileOf(typed, '', 'DE')).toBeUndefined();
});

test('a name is found by its words, and where no spaces divide them by each sign', () => {
  expect(nameWords('Søren O’Brien-Łoś')).toBe('soren obrien los o brien');
  expect(nameWords('王小明')).toBe('王小明 小明 明');
  expect(nameWords('김민수')).toBe('김민수 민수 수');
  expect(nameWords('')).toBe('');
  expect(searchWords('ΓΙΆΝΝΗΣ')).toEqual(['γιαννησ']);
  // A word of the database has 2,046 bytes at most.
  expect(nameWords('㌖'.repeat(161)).split(' ')[0]?.length).toBe(60);
});
