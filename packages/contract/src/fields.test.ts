/** What each form says at a field that is not as it should be. */
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { forgotSchema, loginSchema, passwordChangeSchema, resetSchema } from './members/accounts.ts';
import { contactSchema } from './members/contact.ts';
import { subscribe } from './members/newsletter.ts';
import { profileSchema, provePassword } from './members/profile.ts';
import { redeem } from './money/wallet.ts';

const email = { none: 'Email is required', invalid: 'Please enter valid email' };
const short = 'Password must be at least 8 characters.';
const weak = 'Password Must be one lowercase one uppercase and one number character';
const mismatch = 'Confirm Password does not match with Password.';
const retyped = (sNewPassword: string, sNewRetypedPassword = sNewPassword) => ({
  sNewPassword,
  sNewRetypedPassword,
});
const profile = { sFirstName: 'Anna', sLastName: 'Archer', sEmail: 'anna@example.com' };
const oCountry = { value: 'DE', label: 'Germany' };
const tooLong = `${'x'.repeat(250)}@example.com`;

type Row = [form: string, schema: z.ZodType, typed: object, said: Record<string, string>];

const rows: Row[] = [
  [
    'sign in, empty',
    loginSchema,
    { sEmail: '', sPassword: '' },
    { sEmail: email.none, sPassword: 'Password is required' },
  ],
  ['sign in', loginSchema, { sEmail: tooLong, sPassword: 'x' }, { sEmail: email.invalid }],
  ['forgotten password, empty', forgotSchema, { sEmail: ' ' }, { sEmail: email.none }],
  ['forgotten password', forgotSchema, { sEmail: 'nobody' }, { sEmail: email.invalid }],
  [
    'new password, empty',
    resetSchema,
    retyped(''),
    { sNewPassword: 'Password is required', sNewRetypedPassword: 'Re Password is required' },
  ],
  ['new password, short', resetSchema, retyped('Short1x'), { sNewPassword: short }],
  ['new password, no capital', resetSchema, retyped('alllower1'), { sNewPassword: weak }],
  ['new password, no small letter', resetSchema, retyped('ALLUPPER1'), { sNewPassword: weak }],
  ['new password, no figure', resetSchema, retyped('NoDigitsHere'), { sNewPassword: weak }],
  [
    'new password, retyped wrong',
    resetSchema,
    retyped('Abcdefg1', 'Abcdefg2'),
    { sNewRetypedPassword: mismatch },
  ],
  ['new password', resetSchema, retyped('Abcdefg1'), {}],
  [
    'another password, empty',
    passwordChangeSchema,
    { sOldPassword: '', ...retyped('') },
    {
      sOldPassword: 'Old Password is required',
      sNewPassword: 'New Password is required',
      sNewRetypedPassword: 'Re Password is required',
    },
  ],
  [
    'profile, empty',
    profileSchema,
    { sFirstName: ' ', sLastName: '', sEmail: '', oCountry: { value: '', label: '' } },
    {
      sFirstName: 'First Name is required',
      sLastName: 'Last Name is required',
      sEmail: email.none,
      oCountry: 'Country is required',
    },
  ],
  ['profile', profileSchema, { ...profile, oCountry, sEmail: 'anna' }, { sEmail: email.invalid }],
  [
    'contact, empty',
    contactSchema,
    { sEmail: '', sMessage: ' ' },
    { sEmail: email.none, sMessage: 'Message is required' },
  ],
  ['contact', contactSchema, { sEmail: 'vera', sMessage: 'Hello' }, { sEmail: email.invalid }],
  ['contact, good', contactSchema, { sEmail: 'vera@example.com', sMessage: 'Hello' }, {}],
  ['newsletter, empty', subscribe.body, { sEmail: '' }, { sEmail: email.none }],
  ['newsletter', subscribe.body, { sEmail: 'vera@' }, { sEmail: email.invalid }],
  [
    'redeeming, empty',
    redeem.body,
    { sCode: ' - ', sPin: '', secretToken: 'x' },
    { sCode: 'Code is required', sPin: 'Pin is required' },
  ],
  ['proof', provePassword.body, { sPassword: '' }, { sPassword: 'Password is required' }],
];

describe('AUTH-02, 03, 04, 17, 19, 20, PROF-07, 08, 09, 10, 13, 14, 15, 17, CONT-03, 04, 05, 06, WAL-27, 28, 37 forms', () => {
  test.each(rows)('%s', (_, schema, typed, said) => {
    const issues = schema.safeParse(typed).error?.issues ?? [];
    // The first of a field is the one that is shown.
    const first = issues.toReversed().map(({ path, message }) => [path[0], message]);
    expect(Object.fromEntries(first)).toEqual(said);
  });
});
