/** The newsletter, as it is written and sent. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const idParams = z.strictObject({ id: idSchema });

/** A subject is one line. */
export const issueSchema = z.strictObject({
  sSubject: textSchema(200)
    .trim()
    .min(1, text('office.newsletter.subjectNeeded'))
    .refine((subject) => !/\p{Cc}/u.test(subject), text('error.controlCharacters')),
  sBody: textSchema(100_000).trim().min(1, text('office.newsletter.textNeeded')),
});

const issueRow = z.strictObject({
  _id: idSchema,
  sSubject: z.string(),
  sSender: z.string(),
  dCreatedAt: timeSchema,
  /** To how many it goes, and to how many it went. */
  nReaders: z.number().int(),
  nSent: z.number().int(),
  bStopped: z.boolean(),
});

export const listIssues = defineCall({
  name: 'newsletter.list',
  method: 'GET',
  path: '/office/newsletter',
  policy: 'staff',
  permission: 'newsletter.send',
  summary: 'The issues of the newsletter, newest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(issueRow).extend({
    /** Who would get an issue now. */
    nSubscribers: z.number().int(),
  }),
});

export const showIssue = defineCall({
  name: 'newsletter.show',
  method: 'GET',
  path: '/office/newsletter/{id}',
  policy: 'staff',
  permission: 'newsletter.send',
  summary: 'An issue and how far it is sent.',
  params: idParams,
  data: issueRow.extend({ sBody: z.string() }),
  refusals: ['newsletter.not_found'],
});

export const tryIssue = defineCall({
  name: 'newsletter.try',
  method: 'POST',
  path: '/office/newsletter/try',
  policy: 'staff',
  permission: 'newsletter.send',
  summary: 'Mails an issue to the operator alone.',
  unlogged: ['sBody'],
  body: issueSchema,
  data: nothing,
  refusals: ['newsletter.not_mailed'],
});

export const sendIssueCall = defineCall({
  name: 'newsletter.send',
  method: 'POST',
  path: '/office/newsletter',
  policy: 'staff',
  permission: 'newsletter.send',
  summary:
    'Sends an issue to every subscriber who has not had it; the same words are the same issue.',
  unlogged: ['sBody'],
  body: issueSchema,
  data: z.strictObject({ _id: idSchema }),
});

export const stopIssue = defineCall({
  name: 'newsletter.stop',
  method: 'PUT',
  path: '/office/newsletter/{id}/stopped',
  policy: 'staff',
  permission: 'newsletter.send',
  summary: 'Stops an issue, or lets it go on where it stopped.',
  params: idParams,
  body: z.strictObject({ bStopped: z.boolean() }),
  data: nothing,
  refusals: ['newsletter.not_found'],
});
