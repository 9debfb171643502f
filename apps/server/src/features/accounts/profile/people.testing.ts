/** Test helpers for members: their sign-up form, their sign-in and their mails. */
import { login } from '@giftlane/contract/members/accounts.ts';
import type { Mail } from '@giftlane/sandbox/sandbox.ts';
import { expect, vi } from 'vitest';
import { countJobs } from '../../../jobs/queries.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { TestShop } from '../../../testing/start-shop.ts';

export const password = 'Correct-horse-7';

/** The body of a registration. */
export function signUpForm(email: string) {
  return {
    sFirstName: 'Anna',
    sLastName: 'Archer',
    sFullName: 'Anna Archer',
    sEmail: email,
    sMobileNumber: '',
    sCountryCode: '',
    oCountry: { value: 'DE', label: 'Germany' },
    eCurrency: 'eur' as const,
    sPassword: password,
    sGoogleId: '',
    sGoogleToken: '',
  };
}

/** Waits for `count` mails with a subject to an address; returns them, newest first. */
export function mailsTo(shop: TestShop, to: string, subject: string, count = 1): Promise<Mail[]> {
  return vi.waitFor(
    () => {
      const mails = shop.sandbox.mails(to).filter((mail) => mail.subject === subject);
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails "${subject}"`);
      return mails;
    },
    { timeout: minutes(1), interval: 20 },
  );
}

/** A new address without an account. */
export const newAddress = () => `${newId('new')}@mail.example`;

export const subjects = {
  verify: 'Verify your email address',
  reset: 'Set a new password',
  known: 'You already have an account',
  changed: 'Your password was changed',
} as const;

/** Waits until all jobs are done or given up. */
export async function jobsDone(shop: TestShop): Promise<void> {
  await expect.poll(() => countJobs(shop.db)).toBe(0);
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /\/verification\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link in ${mail?.text}`);
  return token;
}

/** Signs in and returns the session token. */
export async function signInAs(shop: TestShop, email: string, sPassword = password) {
  const { body } = await shop.call(login, { body: { sEmail: email, sPassword } });
  if (body.Authorization === undefined) throw new Error(`no sign-in: ${body.message}`);
  return body.Authorization;
}

/** A reply without the headers that vary from request to request. */
export function said(reply: { status: number; headers: Headers; body: unknown }) {
  const ofTheMoment = ['date', 'content-length', 'connection', 'keep-alive', 'x-request-id'];
  const headers = [...reply.headers].filter(([name]) => !ofTheMoment.includes(name));
  return { status: reply.status, headers, body: reply.body };
}
