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

const rows: [schema: z.ZodType, typed: object, said: string | undefined][] = [
  [loginSchema, { sEmail: ' ' }, missing],
  [loginSchema, { sEmail: `${'x'.repeat(250)}@example.com` }, invalid],
  [loginSchema, { sPassword: '' }, 'Password is required'],
  [forgotSchema, { sEmail: '' }, missing],
  [forgotSchema, { sEmail: 'nobody' }, invalid],
  [resetSchema, { sNewPassword: '' }, 'Password is required'],
  [resetSchema, { sNewRetypedPassword: '' }, 'Re Password is required'],
  [resetSchema, retyped, 'Confirm Password does not match with Password.'],
  [profileSchema, { sFirstName: ' ' }, 'First Name is required'],
  [profileSchema, { sLastName: '' }, 'Last Name is required'],
  [profileSchema, { sEmail: '' }, missing],
  [profileSchema, { sEmail: 'anna' }, invalid],
  [profileSchema, { oCountry: country }, 'Country is required'],
  [contactSchema, { sEmail: '' }, missing],
  [contactSchema, { sEmail: 'vera' }, invalid],
  [contactSchema, { sMessage: ' ' }, 'Message is required'],
  [contactSchema, { sSubject: '' }, undefined],
  [contactSchema, { sFullName: '' }, undefined],
  [subscribe.body, { sEmail: '' }, missing],
  [subscribe.body, { sEmail: 'vera@' }, invalid],
  [redeem.body, { sCode: ' - ' }, 'Code is required'],
  [redeem.body, { sPin: '' }, 'Pin is required'],
  [provePassword.body, { sPassword: '' }, 'Password is required'],
];

test.each(
  rows,
)('AUTH-02, 03, 04, 17, 20, PROF-07, 08, 09, 10, CONT-03, 04, 05, 06, WAL-27, 28, 37 %#: %j', (schema, typed, said) => {
  const at = Object.keys(typed).at(-1);
  const issues = schema.safeParse(typed).error?.issues ?? [];
  expect(issues.find(({ path }) => path[0] === at)?.message).toBe(said);
});
