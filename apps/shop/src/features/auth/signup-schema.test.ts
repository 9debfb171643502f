import { expect, test } from 'vitest';
import { signupSchema } from './signup-schema.ts';

const good = {
  sFirstName: 'Vera',
  sLastName: "O'Neill",
  sEmail: 'vera@example.com',
  oCountry: { value: 'DE', label: 'Germany' },
  eCurrency: 'eur',
  sPassword: 'Abcdefg1',
  sRetypedPassword: 'Abcdefg1',
};

const saidOf = (typed: object) => {
  const issues = signupSchema.safeParse({ ...good, ...typed }).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
};

test('AUTH-06, AUTH-07, AUTH-08, AUTH-09, AUTH-10, AUTH-11, AUTH-14 all that is missing is said', () => {
  const oCountry = { value: '', label: '' };
  const names = { sFirstName: '   ', sLastName: '', sEmail: '' };
  const passwords = { sPassword: '', sRetypedPassword: '' };
  expect(saidOf({ ...names, oCountry, eCurrency: '', ...passwords })).toEqual({
    sFirstName: 'First Name is required',
    sLastName: 'Last Name is required',
    sEmail: 'Email is required',
    oCountry: 'Country is required',
    eCurrency: 'Currency is required',
    sPassword: 'Password is required',
    sRetypedPassword: 'Re Password is required',
  });
  expect(saidOf({})).toEqual({});
});

const weak = 'Password Must be one lowercase one uppercase and one number character';

const wrong: [typed: object, said: object][] = [
  [{ sEmail: 'not-an-address' }, { sEmail: 'Please enter valid email' }],
  [{ sMobileNumber: 'not a number' }, { sMobileNumber: 'Enter a valid mobile number' }],
  ...['alllower1', 'ALLUPPER1', 'NoDigitsHere'].map((typed): [object, object] => [
    { sPassword: typed, sRetypedPassword: typed },
    { sPassword: weak },
  ]),
  [
    { sPassword: 'Abcdef1', sRetypedPassword: 'Abcdef1' },
    { sPassword: 'Password must be at least 8 characters.' },
  ],
  // Beside others, too.
  [
    { sEmail: '', sRetypedPassword: 'Abcdefg2' },
    {
      sEmail: 'Email is required',
      sRetypedPassword: 'Confirm Password does not match with Password.',
    },
  ],
];

test.each(wrong)('AUTH-08, AUTH-12, AUTH-13, AUTH-15 %j is refused: %j', (typed, said) => {
  expect(saidOf(typed)).toEqual(said);
});
