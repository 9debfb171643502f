/** What each form says at a field that is not as it should be: the last one of what was typed. */
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { forgotSchema, loginSchema, resetSchema } from './members/accounts.ts';
import { contactSchema } from './members/contact.ts';
import { subscribe } from './members/newsletter.ts';
import { profileSchema, provePassword } from './members/profile.ts';
import { redeem } from './money/wallet.ts';

const missing = 'Email is required';
const invalid = 'Please enter valid email';
const country = { value: '', label: '' };
const retyped = { sNewPassword: 'Abcdefg1', sNewRetypedPassword: 'Abcdefg2' };

const rows: [typed: object, schema: z.ZodType, said: string | undefined][] = [
  [{ sEmail: ' ' }, loginSchema, missing],
  [{ sEmail: `${'x'.repeat(250)}@example.com` }, loginSchema, invalid],
  [{ sPassword: '' }, loginSchema, 'Password is required'],
  [{ sEmail: '' }, forgotSchema, missing],
  [{ sEmail: 'nobody' }, forgotSchema, invalid],
  [{ sNewPassword: '' }, resetSchema, 'Password is required'],
  [{ sNewRetypedPassword: '' }, resetSchema, 'Re Password is required'],
  [retyped, resetSchema, 'Confirm Password does not match with Password.'],
  [{ sFirstName: ' ' }, profileSchema, 'First Name is required'],
  [{ sLastName: '' }, profileSchema, 'Last Name is required'],
  [{ sEmail: '' }, profileSchema, missing],
  [{ sEmail: 'anna' }, profileSchema, invalid],
  [{ oCountry: country }, profileSchema, 'Country is required'],
  [{ sEmail: '' }, contactSchema, missing],
  [{ sEmail: 'vera' }, contactSchema, invalid],
  [{ sMessage: ' ' }, contactSchema, 'Message is required'],
  [{ sSubject: '' }, contactSchema, undefined],
  [{ sFullName: '' }, contactSchema, undefined],
  [{ sEmail: '' }, subscribe.body, missing],
  [{ sEmail: 'vera@' }, subscribe.body, invalid],
  [{ sCode: ' - ' }, redeem.body, 'Code is required'],
  [{ sPin: '' }, redeem.body, 'Pin is required'],
  [{ sPassword: '' }, provePassword.body, 'Password is required'],
];

test.each(rows)(
  'AUTH-02, 03, 04, 17, 20, PROF-07, 08, 09, 10, CONT-03, 04, 05, 06, WAL-27, 28, 37 %j',
  (typed, schema, said) => {
    const at = Object.keys(typed).at(-1);
    const issues = schema.safeParse(typed).error?.issues ?? [];
    expect(issues.find(({ path }) => path[0] === at)?.message).toBe(said);
  },
);
