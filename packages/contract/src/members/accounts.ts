/** Accounts: registration, sign-in, e-mail verification, forgotten passwords, the member's own data. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { coinWalletSchema } from '../money/coin-wallet.ts';
import {
  emailText,
  idSchema,
  mailTokenSchema,
  nothing,
  textSchema,
  timeSchema,
} from '../shapes.ts';
import { fullNameSchema, isOwnName, lastNameSchema, nameSchema, notOwnName } from './names.ts';

/** AUTH-02, AUTH-03. */
export const emailSchema = emailText(text('auth.email.required'), text('auth.email.invalid'));

const strongPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .min(8, text('auth.password.min'))
    .max(200, text('auth.password.max'))
    // Anchored: otherwise a long text is searched from each of its letters, minutes for a megabyte.
    .regex(/^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\p{Nd})/su, text('auth.password.strength'));

/** AUTH-12, AUTH-13. The upper bound keeps hashing cheap. */
export const newPasswordSchema = strongPassword(text('auth.password.required'));

const knownPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(1000, text('error.tooLong', { max: 1000 }));

export const currentPasswordSchema = knownPassword(text('auth.password.required'));

const retypedPasswordSchema = z
  .string(text('auth.retype.required'))
  .min(1, text('auth.retype.required'))
  .max(200, text('auth.password.max'));

const retyped = {
  path: ['sNewRetypedPassword'],
  message: text('auth.retype.mismatch'),
};

/** ISO 3166-1 alpha-2 and the name shown. */
export const countrySchema = z.strictObject(
  {
    value: z.string().regex(/^[A-Z]{2}$/, text('auth.country.required')),
    label: textSchema(80).min(1, text('auth.country.required')),
  },
  text('auth.country.required'),
);

/** National or international; the server stores one form (E.164). */
const mobileSchema = z
  .string()
  .max(40, text('auth.mobile.invalid'))
  .regex(/^[\p{Nd}\p{Pd}\p{Z}\p{Cf}+()./\\]*$/u, text('auth.mobile.invalid'));
const dialCodeSchema = z
  .string()
  .max(20, text('auth.mobile.invalid'))
  .regex(/^[\p{Cf}\s]*(?:(?:\+|00)?[ ]?[0-9]{1,4})?[\p{Cf}\s]*$/u, text('auth.mobile.invalid'));

/** What a member says of themselves; `sFullName` is made from both names when absent. */
export const personFields = {
  sFirstName: nameSchema(text('auth.firstName.required')),
  sLastName: lastNameSchema(text('auth.lastName.required')),
  sFullName: fullNameSchema.optional(),
  sEmail: emailSchema,
  sMobileNumber: mobileSchema.optional(),
  sCountryCode: dialCodeSchema.optional(),
  oCountry: countrySchema,
};

/** The registration payload (API-07). */
export const registrationSchema = z
  .strictObject({
    ...personFields,
    eCurrency: z.enum(currencySchema.options, text('auth.currency.required')),
    sPassword: newPasswordSchema,
    sGoogleId: textSchema(255).optional(),
    sGoogleToken: textSchema(8192).optional(),
  })
  .refine(isOwnName, notOwnName);

/** The sign-in form (AUTH-01 to AUTH-04). */
export const loginSchema = z.strictObject({
  sEmail: emailSchema,
  sPassword: currentPasswordSchema,
});

export const forgotSchema = z.strictObject({ sEmail: emailSchema });

/** New and retyped password (AUTH-18 to AUTH-20). */
export const resetSchema = z
  .strictObject({
    sNewPassword: newPasswordSchema,
    sNewRetypedPassword: retypedPasswordSchema,
  })
  .refine((v) => v.sNewPassword === v.sNewRetypedPassword, retyped);

/** Old, new and retyped password (PROF-13 to PROF-18). */
export const passwordChangeSchema = z
  .strictObject({
    sOldPassword: knownPassword(text('password.old.required')),
    sNewPassword: strongPassword(text('password.new.required')),
    sNewRetypedPassword: retypedPasswordSchema,
  })
  .refine((v) => v.sNewPassword === v.sNewRetypedPassword, retyped);

/** The member as the wire shows it (AUTH-24). `nWallet` in major units of `eCurrency`. */
export const userSchema = z.strictObject({
  _id: idSchema,
  sFirstName: z.string(),
  sLastName: z.string(),
  sFullName: z.string(),
  /** The address the member wants: while a change waits for its mail, the new one (OPEN-57). */
  sEmail: z.string(),
  /** The address that signs in. It differs from `sEmail` while a change waits. */
  sSignInEmail: z.string(),
  isEmailVerified: z.boolean(),
  sMobileNumber: z.string(),
  sCountryCode: z.string(),
  oCountry: z.strictObject({ value: z.string(), label: z.string() }),
  eCurrency: currencySchema,
  sProfilePicture: z.string(),
  sKycStatus: z.enum(['p', 's', 'v', 'r']),
  nWallet: amountSchema,
  bUseWallet: z.boolean(),
  /** The owner has frozen what leaves the account. */
  bLocked: z.boolean(),
  /** One per coin of this shop, created or not (COIN-16, COIN-17). */
  aCryptoWallets: z.array(coinWalletSchema),
  /** 1 = "Begainer", 2 = "Pro Member" (AUTH-25). */
  nMembershipLevel: z.union([z.literal(1), z.literal(2)]),
  dCreatedAt: timeSchema,
});
export type User = z.output<typeof userSchema>;

export const sessionToken = z
  .string()
  .meta({ description: 'Opaque session token; send it raw in Authorization' });

export const myProfile = defineCall({
  name: 'accounts.myProfile',
  method: 'GET',
  path: '/myprofile',
  policy: 'member',
  summary: 'The signed-in member.',
  data: userSchema,
});

export const register = defineCall({
  name: 'accounts.register',
  method: 'POST',
  path: '/registration',
  policy: 'open',
  summary: 'Creates an account and sends the verification email.',
  description:
    'Answers alike whether the e-mail is new or known (trust invariant 17): a known address gets a mail that says so. `sGoogleToken` is an ID token (OPEN-15): its identity is linked, whatever `sGoogleId` says, and its verified e-mail counts as verified. To whoever proves an e-mail by it the answer says that it is known.',
  body: registrationSchema,
  data: nothing,
  refusals: [
    'account.guessable_password',
    'google.invalid',
    'google.unavailable',
    'google.linked',
    'google.not_linked',
  ],
});

export const login = defineCall({
  name: 'accounts.login',
  method: 'POST',
  path: '/login',
  policy: 'open',
  summary: 'Signs in and returns a new token (OPEN-17).',
  description:
    'Where there is a second factor the answer is 403 `session.factor_needed` with `data {sChallenge, aMethods}`: give a code at `POST /login/factor`, or sign in by a passkey.',
  body: loginSchema,
  data: userSchema,
  extras: { Authorization: sessionToken },
  refusals: ['session.wrong_credentials', 'session.factor_needed'],
});

export const logout = defineCall({
  name: 'accounts.logout',
  method: 'GET',
  path: '/logout',
  policy: 'member',
  summary: 'Revokes the token of the request.',
  data: nothing,
});

export const forgotPassword = defineCall({
  name: 'accounts.forgotPassword',
  method: 'POST',
  path: '/password/forgot',
  policy: 'open',
  summary: 'Sends a reset link if the email has an account; answers the same if not.',
  body: forgotSchema,
  data: nothing,
});

export const checkResetToken = defineCall({
  name: 'accounts.checkResetToken',
  method: 'GET',
  path: '/password/forgot/{token}',
  policy: 'open',
  summary: 'Says whether a reset token is still valid. Does not use it up.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['account.token_expired'],
});

export const resetPassword = defineCall({
  name: 'accounts.resetPassword',
  method: 'POST',
  path: '/password/reset/{token}',
  policy: 'open',
  summary: 'Sets a new password, uses up the token and ends every session of the account.',
  params: z.strictObject({ token: mailTokenSchema }),
  body: resetSchema,
  data: nothing,
  refusals: ['account.token_expired', 'account.guessable_password', 'account.same_password'],
});

export const changePassword = defineCall({
  name: 'accounts.changePassword',
  method: 'POST',
  path: '/password/change',
  policy: 'member',
  summary: 'Sets another password and ends every session of the account (PROF-19).',
  description: 'Wrong old passwords are counted like tries to sign in.',
  body: passwordChangeSchema,
  data: nothing,
  refusals: [
    'account.wrong_password',
    'account.unproven',
    'account.guessable_password',
    'account.same_password',
  ],
});

export const verifyEmail = defineCall({
  name: 'accounts.verifyEmail',
  method: 'GET',
  path: '/mail/verification/{token}',
  policy: 'open',
  summary: 'Verifies the email address the token was sent to. Safe to repeat.',
  description:
    'With a session of the same account it also shows that whoever holds the account reads its mails: linking a Google account by mail then leaves the password as it is. An address that was asked for in place of another counts by this call only in the session that asked; anybody else is answered 409 `account.email_unconfirmed`.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['account.token_expired', 'account.email_unconfirmed'],
});

export const confirmEmailSchema = z.strictObject({ sPassword: currentPasswordSchema });

export const confirmEmail = defineCall({
  name: 'accounts.confirmEmail',
  method: 'POST',
  path: '/mail/verification/{token}',
  policy: 'open',
  summary: 'Lets an address that was asked for count, by the mailed token and the password.',
  description: 'Wrong passwords are counted like tries to sign in.',
  params: z.strictObject({ token: mailTokenSchema }),
  body: confirmEmailSchema,
  data: nothing,
  refusals: ['account.token_expired', 'session.wrong_credentials'],
});

export const undoEmail = defineCall({
  name: 'accounts.undoEmail',
  method: 'POST',
  path: '/mail/undo/{token}',
  policy: 'open',
  summary: 'Takes a changed address back, by the token mailed to the former one.',
  description:
    'Works for 7 days. Ends every session, the password, and the Google accounts and factors added since; a link to set a new password is mailed.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['account.token_expired'],
});

export const resendVerification = defineCall({
  name: 'accounts.resendVerification',
  method: 'POST',
  path: '/mail/verification/resend',
  policy: 'member',
  summary: 'Sends the verification email again (OPEN-14); does nothing when already verified.',
  data: nothing,
});
