/** A member's sessions and sign-ins. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, pageQuery, timeSchema, totalCount } from '../shapes.ts';

export const openedBy = ['password', 'google', 'passkey'] as const;

export const listSessions = defineCall({
  name: 'security.listSessions',
  method: 'GET',
  path: '/security/sessions',
  policy: 'member',
  summary: "The member's sessions, last used first; at most 100.",
  description:
    '`sPlace` is a country (ISO 3166-1 alpha-2) where the shop is told it by its proxy, else a network without its last part.',
  data: z.array(
    z.strictObject({
      _id: idSchema,
      bCurrent: z.boolean(),
      sDevice: z.string(),
      sPlace: z.string(),
      eOpenedBy: z.enum(openedBy),
      dCreatedAt: timeSchema,
      dLastSeenAt: timeSchema,
      dEndsAt: timeSchema,
    }),
  ),
});

export const endSessions = defineCall({
  name: 'security.endSessions',
  method: 'POST',
  path: '/security/sessions/end',
  policy: 'member',
  summary: 'Ends one session of the member, or all but this one.',
  body: z.strictObject({ sId: idSchema.optional() }),
  data: z.strictObject({ nEnded: z.number().int().min(0) }),
});

export const listSignIns = defineCall({
  name: 'security.listSignIns',
  method: 'GET',
  path: '/security/sign-ins',
  policy: 'member',
  summary: 'Sign-ins of the last 90 days, newest first.',
  query: z.strictObject(pageQuery),
  data: z.array(
    z.strictObject({
      _id: idSchema,
      eOpenedBy: z.enum(openedBy),
      /** What was given beside it. */
      eFactor: z.enum(['code', 'recovery']).nullable(),
      bNewDevice: z.boolean(),
      sDevice: z.string(),
      sPlace: z.string(),
      dCreatedAt: timeSchema,
    }),
  ),
  extras: totalCount,
});
