/** How operators sign in to the back office. Served on the office's own origin. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currentPasswordSchema, emailSchema, newPasswordSchema } from '../members/accounts.ts';
import { idSchema, mailTokenSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { permissions } from './permissions.ts';

/** Six digits of an authenticator app. */
export const codeSchema = z.string().regex(/^\d{6}$/, text('office.code.invalid'));

/** The operator of a session, and what they may do. */
export const operatorSchema = z.strictObject({
  _id: idSchema,
  sName: z.string(),
  sEmail: z.string(),
  sRole: z.string(),
  aPermissions: z.array(z.enum(permissions)),
});

export const showInvitation = defineCall({
  name: 'operators.showInvitation',
  method: 'POST',
  path: '/office/invitation',
  policy: 'open',
  summary: 'Whom a link invites, and the secret for their authenticator app.',
  body: z.strictObject({ sToken: mailTokenSchema }),
  data: z.strictObject({
    sEmail: z.string(),
    sRole: z.string(),
    sSecret: z.string(),
    sUri: z.string(),
  }),
  refusals: ['operator.invitation_expired'],
});

export const acceptInvitation = defineCall({
  name: 'operators.acceptInvitation',
  method: 'POST',
  path: '/office/invitation/accept',
  policy: 'open',
  summary: 'Sets name, password and authenticator app, spends the link and signs in.',
  description: 'Ends all earlier sessions of the operator. The session is a cookie.',
  body: z.strictObject({
    sToken: mailTokenSchema,
    sName: textSchema(80).trim().min(1, text('office.name.required')),
    sPassword: newPasswordSchema,
    sCode: codeSchema,
  }),
  data: operatorSchema,
  refusals: ['operator.invitation_expired', 'factor.wrong_code', 'account.guessable_password'],
});

export const signIn = defineCall({
  name: 'operators.signIn',
  method: 'POST',
  path: '/office/session',
  policy: 'open',
  summary: 'Signs in by e-mail, password and a code of the authenticator app.',
  description:
    'One refusal for each wrong part. The session is a cookie, locked after 30 minutes without a call.',
  body: z.strictObject({
    sEmail: emailSchema,
    sPassword: currentPasswordSchema,
    sCode: codeSchema,
  }),
  data: operatorSchema,
  refusals: ['operator.wrong_credentials'],
});

export const showSession = defineCall({
  name: 'operators.showSession',
  method: 'GET',
  path: '/office/session',
  policy: 'staff',
  summary: 'The operator of the session.',
  data: operatorSchema,
});

export const signOut = defineCall({
  name: 'operators.signOut',
  method: 'DELETE',
  path: '/office/session',
  policy: 'staff',
  summary: 'Ends the session.',
  data: nothing,
});

export const listSessions = defineCall({
  name: 'operators.listSessions',
  method: 'GET',
  path: '/office/sessions',
  policy: 'staff',
  summary: 'The open sessions of oneself, last used first.',
  data: z.array(
    z.strictObject({
      _id: idSchema,
      bCurrent: z.boolean(),
      sDevice: z.string(),
      sPlace: z.string(),
      dCreatedAt: timeSchema,
      dSeenAt: timeSchema,
    }),
  ),
});

export const endSession = defineCall({
  name: 'operators.endSession',
  method: 'DELETE',
  path: '/office/sessions/{id}',
  policy: 'staff',
  summary: 'Ends another session of oneself.',
  params: z.strictObject({ id: idSchema }),
  data: nothing,
});

export const changePassword = defineCall({
  name: 'operators.changePassword',
  method: 'PUT',
  path: '/office/password',
  policy: 'staff',
  summary:
    'Changes the password of oneself, by password and an unused code; ends all other sessions.',
  body: z.strictObject({
    sPassword: currentPasswordSchema,
    sNewPassword: newPasswordSchema,
    sCode: codeSchema,
  }),
  unlogged: ['sPassword', 'sNewPassword', 'sCode'],
  data: nothing,
  refusals: ['operator.wrong_credentials', 'account.guessable_password', 'account.same_password'],
});
