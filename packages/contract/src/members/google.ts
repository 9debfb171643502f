/** Signing in with Google (AUTH-01, AUTH-21, OPEN-15). The claims of the ID token count, nothing else. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { mailTokenSchema, nothing, textSchema } from '../shapes.ts';
import { currentPasswordSchema, sessionToken, userSchema } from './accounts.ts';

const idTokenSchema = textSchema(8192, text('auth.google.required')).min(
  1,
  text('auth.google.required'),
);

export const googleNonce = defineCall({
  name: 'accounts.googleNonce',
  method: 'POST',
  path: '/google-login/nonce',
  policy: 'open',
  summary: 'The `nonce` to ask Google with: an ID token without one of these is `google.invalid`.',
  description:
    'Good for a day. It is spent with what the token achieves: signing in, linking, a mailed link, or a registration.',
  data: z.strictObject({ sNonce: z.string() }),
});

/** What every call that verifies an ID token can answer. */
const tokenRefusals = ['google.invalid', 'google.unavailable', 'google.unknown'] as const;

export const googleLogin = defineCall({
  name: 'accounts.googleLogin',
  method: 'POST',
  path: '/google-login',
  policy: 'open',
  summary: 'Signs in with an ID token and returns a new token (API-06, OPEN-15).',
  description:
    'A person without an account is 404 `google.unknown`. An account of the same verified e-mail is not signed in before it was linked: 409 `google.not_linked`, then `POST /google-login/password` or `POST /google-login/mail`. Both refusals carry `data {sFirstName, sLastName, sEmail, sGoogleId}`, from the token. `sEmail` and `sGoogleId` of the body are not believed.',
  body: z.strictObject({
    sEmail: textSchema(254).optional(),
    sGoogleId: textSchema(255).optional(),
    sGoogleToken: idTokenSchema,
  }),
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: [...tokenRefusals, 'google.not_linked', 'session.factor_needed'],
});

export const linkGoogleSchema = z.strictObject({
  sGoogleToken: idTokenSchema,
  sPassword: currentPasswordSchema,
});

export const linkGoogle = defineCall({
  name: 'accounts.linkGoogle',
  method: 'POST',
  path: '/google-login/password',
  policy: 'open',
  summary: 'Links a Google account to the account with its email, by the password, and signs in.',
  description:
    'The token must confirm the email. With a second factor, the account is linked once that was given (403 `session.factor_needed`).',
  body: linkGoogleSchema,
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: [
    'google.invalid',
    'google.unavailable',
    'google.unverified',
    'google.linked',
    'account.frozen',
    'account.locked',
    'session.wrong_credentials',
    'session.factor_needed',
  ],
});

export const mailGoogleLink = defineCall({
  name: 'accounts.mailGoogleLink',
  method: 'POST',
  path: '/google-login/mail',
  policy: 'open',
  summary:
    'Sends a link to the email of an ID token; the link links the Google account and signs in.',
  body: z.strictObject({ sGoogleToken: idTokenSchema }),
  data: nothing,
  refusals: [...tokenRefusals, 'google.unverified', 'google.linked'],
});

export const followGoogleLink = defineCall({
  name: 'accounts.followGoogleLink',
  method: 'POST',
  path: '/google-login/mail/{token}',
  policy: 'open',
  summary: 'Uses up the token of that email: links the Google account and signs in.',
  description:
    'Who follows it owns the address. Unless that was shown in one browser with the account before, whoever holds the account may be somebody else: its password, sessions and other identities end, and the owner is told.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: [
    'account.token_expired',
    'account.frozen',
    'account.locked',
    'google.linked',
    'session.factor_needed',
  ],
});
