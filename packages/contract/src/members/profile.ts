/** The member's own data, changed by the member: names, e-mail, mobile number, country, picture. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing, textSchema } from '../shapes.ts';
import { currentPasswordSchema, personFields, userSchema } from './accounts.ts';
import { isOwnName, notOwnName } from './names.ts';

/** The profile form (PROF-04, PROF-07 to PROF-10). */
export const profileSchema = z.strictObject(personFields).refine(isOwnName, notOwnName);

export const updateProfile = defineCall({
  name: 'accounts.updateProfile',
  method: 'PUT',
  path: '/updateprofile',
  policy: 'member',
  summary: "Changes the member's names, email, mobile number and country.",
  description:
    'Another e-mail is shown as `sEmail`, not verified, and both addresses get a mail (OPEN-57). Signing in and every mail keep to the old one until the link in the new one is opened; that ends all other sessions. It needs a session that was proven within five minutes: by `POST /password/prove`, or by a second factor where there is one. Answers alike whether the new e-mail has an account or not.',
  body: profileSchema,
  data: userSchema,
  refusals: ['account.unproven', 'account.frozen', 'account.locked'],
});

export const setProfilePicture = defineCall({
  name: 'accounts.setProfilePicture',
  method: 'POST',
  path: '/set/sProfilePicture',
  policy: 'member',
  summary: 'Sets an uploaded picture as the profile picture; an empty text removes it.',
  description: '`sProfilePicture` is the `sPath` of `POST /signedurl/profilepictures`.',
  body: z.strictObject({ sProfilePicture: textSchema(255) }),
  data: userSchema,
});

export const provePassword = defineCall({
  name: 'accounts.provePassword',
  method: 'POST',
  path: '/password/prove',
  policy: 'member',
  summary:
    'Proves the session by the password, for actions that a stolen session must not do; valid for five minutes.',
  description:
    'Wrong passwords are counted like tries to sign in. Where there is a second factor it is asked for instead: `POST /security/prove/code` and `/passkey`.',
  body: z.strictObject({ sPassword: currentPasswordSchema }),
  data: nothing,
  refusals: ['account.wrong_password'],
});

export const updateUseWallet = defineCall({
  name: 'accounts.updateUseWallet',
  method: 'GET',
  path: '/updateusewallet',
  policy: 'member',
  summary: "Flips the member's wallet toggle and returns the member (OPEN-51).",
  data: userSchema,
});
