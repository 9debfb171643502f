import { expect, test } from 'vitest';
import { signupSchema } from './signup-schema.ts';

const weak = 'Password Must be one lowercase one uppercase and one number character';
const mismatch = 'Confirm Password does not match with Password.';

const rows: [typed: Record<string, unknown>, said: string][] = [
  [{ sFirstName: '   ' }, 'First Name is required'],
  [{ sLastName: '' }, 'Last Name is required'],
  [{ sEmail: '' }, 'Email is required'],
  [{ sEmail: 'not-an-address' }, 'Please enter valid email'],
  [{ sMobileNumber: 'not a number' }, 'Enter a valid mobile number'],
  [{ oCountry: { value: '', label: '' } }, 'Country is required'],
  [{ eCurrency: '' }, 'Currency is required'],
  [{ sPassword: '' }, 'Password is required'],
  [{ sPassword: 'Abcdef1' }, 'Password must be at least 8 characters.'],
  [{ sPassword: 'alllower1' }, weak],
  [{ sPassword: 'ALLUPPER1' }, weak],
  [{ sPassword: 'NoDigitsHere' }, weak],
  [{ sRetypedPassword: '' }, 'Re Password is required'],
  // Though all else is missing.
  [{ sPassword: 'Abcdefg1', sRetypedPassword: 'Abcdefg2' }, mismatch],
];

test.each(rows)('AUTH-06, 07, 08, 09, 10, 11, 12, 13, 14, 15 %j: %s', (typed, said) => {
  const at = Object.keys(typed).at(-1);
  const issues = signupSchema.safeParse(typed).error?.issues ?? [];
  expect(issues.find(({ path }) => path[0] === at)?.message).toBe(said);
});
