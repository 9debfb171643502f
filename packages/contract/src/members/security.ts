/** Second factors, proofs of a session, and the owner's freeze. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, nothing, plainCode, textSchema, timeSchema } from '../shapes.ts';
import { currentPasswordSchema, sessionToken, userSchema } from './accounts.ts';
import { madeSchema, makeOptionsSchema, signedSchema, signOptionsSchema } from './webauthn.ts';

/** How a member can prove that a session is theirs. */
export const proofMethods = ['password', 'code', 'passkey', 'sign_in'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** A code of an authenticator app, or a recovery code; nothing but letters and digits counts. */
export const factorCodeSchema = z
  .string(text('security.code.required'))
  .transform((typed) => plainCode(typed).toLowerCase())
  .pipe(
    z
      .string()
      .min(1, text('security.code.required'))
      .regex(/^(\d{6}|[0-9a-z]{16})$/, text('security.code.invalid')),
  );

/** What opens an account, and what keeps it shut. */
export const securitySchema = z.strictObject({
  bPassword: z.boolean(),
  bGoogle: z.boolean(),
  /** Since when codes of an authenticator app are asked for. */
  oTotp: z.strictObject({ dCreatedAt: timeSchema }).nullable(),
  aPasskeys: z.array(
    z.strictObject({
      _id: idSchema,
      sName: z.string(),
      dCreatedAt: timeSchema,
      dLastUsedAt: timeSchema.nullable(),
    }),
  ),
  /** Recovery codes that were not used. */
  nRecoveryCodes: z.number().int().min(0),
  /** Since when nothing leaves the account; null when it may. */
  dLockedAt: timeSchema.nullable(),
  /** When that ends by itself, once its end was asked for. */
  dUnlocksAt: timeSchema.nullable(),
  /** Whether this session was proven within the last five minutes. */
  bProven: z.boolean(),
  /** How it can be proven; `sign_in`, signing in again, where there is no other way. */
  aMethods: z.array(z.enum(proofMethods)),
});
export type Security = z.output<typeof securitySchema>;

export const showSecurity = defineCall({
  name: 'security.show',
  method: 'GET',
  path: '/security',
  policy: 'member',
  summary:
    "The account's sign-in methods (password, passkeys, authenticator app), and whether it is frozen.",
  data: securitySchema,
});

/** A session that was not proven may not do it; `data {aMethods}` says by what it can be proven. */
const unproven = ['account.unproven'] as const;
/** Refusals of a frozen account. */
const guarded = ['account.unproven', 'account.frozen', 'account.locked'] as const;

export const proveCode = defineCall({
  name: 'security.proveCode',
  method: 'POST',
  path: '/security/prove/code',
  policy: 'member',
  summary:
    'Proves a session by a code of the authenticator app or a recovery code, for five minutes.',
  body: z.strictObject({ sCode: factorCodeSchema }),
  data: nothing,
  refusals: ['factor.wrong_code'],
});

export const provePasskeyOptions = defineCall({
  name: 'security.provePasskeyOptions',
  method: 'POST',
  path: '/security/prove/passkey/options',
  policy: 'member',
  summary: 'What one of the member’s passkeys must sign to prove a session.',
  data: signOptionsSchema,
});

export const provePasskey = defineCall({
  name: 'security.provePasskey',
  method: 'POST',
  path: '/security/prove/passkey',
  policy: 'member',
  summary: 'Proves a session by one of the member’s passkeys, for five minutes.',
  body: z.strictObject({ oCredential: signedSchema }),
  data: nothing,
  refusals: ['factor.wrong_passkey'],
});

export const unlinkGoogle = defineCall({
  name: 'security.unlinkGoogle',
  method: 'POST',
  path: '/security/google/unlink',
  policy: 'member',
  summary: 'Unlinks the Google account; does nothing when none is linked.',
  data: nothing,
  refusals: [...guarded],
});

export const beginTotp = defineCall({
  name: 'security.beginTotp',
  method: 'POST',
  path: '/security/totp',
  policy: 'member',
  summary:
    'A new secret for an authenticator app (RFC 6238); it takes effect once one of its codes is confirmed.',
  data: z.strictObject({ sSecret: z.string(), sUri: z.string() }),
  refusals: [...guarded, 'factor.totp_exists'],
});

/** New recovery codes, shown once; null where the earlier ones stay valid. */
const recoveryCodes = z.strictObject({ aRecoveryCodes: z.array(z.string()).nullable() });

export const confirmTotp = defineCall({
  name: 'security.confirmTotp',
  method: 'POST',
  path: '/security/totp/confirm',
  policy: 'member',
  summary:
    'Confirms the new secret by one of its codes. The first factor comes with recovery codes.',
  body: z.strictObject({ sCode: factorCodeSchema }),
  data: recoveryCodes,
  refusals: [...guarded, 'factor.wrong_code'],
});

export const removeTotp = defineCall({
  name: 'security.removeTotp',
  method: 'POST',
  path: '/security/totp/remove',
  policy: 'member',
  summary: 'Removes the authenticator app.',
  data: nothing,
  refusals: guarded,
});

export const addPasskeyOptions = defineCall({
  name: 'security.addPasskeyOptions',
  method: 'POST',
  path: '/security/passkeys/options',
  policy: 'member',
  summary: 'What a browser needs to make a passkey for the member.',
  data: makeOptionsSchema,
  refusals: [...guarded, 'factor.too_many_passkeys'],
});

export const passkeyName = textSchema(60, text('security.passkey.name.required'))
  .trim()
  .min(1, text('security.passkey.name.required'));

export const addPasskey = defineCall({
  name: 'security.addPasskey',
  method: 'POST',
  path: '/security/passkeys',
  policy: 'member',
  summary: 'Stores a new passkey. The first factor comes with recovery codes.',
  body: z.strictObject({ sName: passkeyName, oCredential: madeSchema }),
  data: recoveryCodes,
  refusals: [...guarded, 'factor.wrong_passkey', 'factor.too_many_passkeys'],
});

export const removePasskey = defineCall({
  name: 'security.removePasskey',
  method: 'POST',
  path: '/security/passkeys/remove',
  policy: 'member',
  summary: 'Removes a passkey.',
  body: z.strictObject({ sId: idSchema }),
  data: nothing,
  refusals: [...guarded, 'factor.not_found'],
});

export const renewRecoveryCodes = defineCall({
  name: 'security.renewRecoveryCodes',
  method: 'POST',
  path: '/security/recovery-codes',
  policy: 'member',
  summary: 'Replaces the recovery codes by ten new ones. Each works once.',
  data: z.strictObject({ aRecoveryCodes: z.array(z.string()) }),
  refusals: [...guarded, 'factor.none'],
});

export const lockAccount = defineCall({
  name: 'security.lock',
  method: 'POST',
  path: '/security/lock',
  policy: 'member',
  summary:
    'Freezes the account: no payments, transfers, code reveals, or changes of email or factors, until the owner unfreezes it.',
  data: securitySchema,
});

export const unlockAccount = defineCall({
  name: 'security.unlock',
  method: 'POST',
  path: '/security/unlock',
  policy: 'member',
  summary:
    'Unfreezes the account: at once in a session proven by a passkey or a code, else a day later; both need the password, where there is one.',
  body: z.strictObject({ sPassword: currentPasswordSchema.optional() }),
  data: securitySchema,
  refusals: [...unproven, 'account.wrong_password'],
});

const challengeSchema = z.string().min(1).max(200);
/** Why the Google account that was to be linked with the second step is not. */
const linkRefusals = ['account.frozen', 'account.locked', 'google.linked'] as const;

export const signInFactor = defineCall({
  name: 'security.signInFactor',
  method: 'POST',
  path: '/login/factor',
  policy: 'open',
  summary: 'The second step of signing in: a code of the authenticator app or a recovery code.',
  description:
    '`sChallenge` is what `session.factor_needed` carried in its `data`; it lives for ten minutes. A passkey signs in by itself (`POST /login/passkey`); given there, too, it links the Google account that was to be linked.',
  body: z.strictObject({ sChallenge: challengeSchema, sCode: factorCodeSchema }),
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: ['factor.wrong_code', 'session.challenge_expired', ...linkRefusals],
});

export const signInPasskeyOptions = defineCall({
  name: 'security.signInPasskeyOptions',
  method: 'POST',
  path: '/login/passkey/options',
  policy: 'open',
  summary: 'What a passkey must sign to sign in; valid for five minutes.',
  data: signOptionsSchema,
});

export const signInPasskey = defineCall({
  name: 'security.signInPasskey',
  method: 'POST',
  path: '/login/passkey',
  policy: 'open',
  summary: 'Signs in with a passkey, which counts as both factors, and returns a new token.',
  body: z.strictObject({ oCredential: signedSchema, sChallenge: challengeSchema.optional() }),
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: ['factor.wrong_passkey', ...linkRefusals],
});
