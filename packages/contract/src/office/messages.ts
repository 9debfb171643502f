/** Messages to support, as threads that the staff answers. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

export const threadStates = ['open', 'answered', 'closed'] as const;
export type ThreadState = (typeof threadStates)[number];

const idParams = z.strictObject({ id: idSchema });
const threadRow = z.strictObject({
  _id: idSchema,
  sEmail: z.string(),
  sName: z.string(),
  sSubject: z.string(),
  eState: z.enum(threadStates),
  dMovedAt: timeSchema,
  nMoves: z.number().int(),
});

export const listThreads = defineCall({
  name: 'messages.list',
  method: 'GET',
  path: '/office/messages',
  policy: 'staff',
  permission: 'messages.answer',
  looks: true,
  summary: 'Threads of a state: open ones with the longest wait first, others with the newest.',
  query: z.strictObject({ ...afterQuery, eState: z.enum(threadStates).default('open') }),
  data: pageOf(threadRow),
});

export const showThread = defineCall({
  name: 'messages.show',
  method: 'GET',
  path: '/office/messages/{id}',
  policy: 'staff',
  permission: 'messages.answer',
  looks: true,
  summary: 'A thread, and the member whose verified address it is.',
  params: idParams,
  data: threadRow.extend({
    aEntries: z.array(
      z.strictObject({
        _id: idSchema,
        /** Who of the staff wrote it; null: the writer. */
        sOperator: z.string().nullable(),
        sSubject: z.string(),
        sWords: z.string(),
        /** The writer was signed in as the member of the address. Otherwise anyone may have typed it. */
        bSignedIn: z.boolean(),
        bSuspect: z.boolean(),
        dCreatedAt: timeSchema,
      }),
    ),
    oMember: z
      .strictObject({
        _id: idSchema,
        sFullName: z.string(),
        bFrozen: z.boolean(),
        eKyc: z.enum(['p', 's', 'v', 'r']),
        dCreatedAt: timeSchema,
      })
      .nullable(),
  }),
  refusals: ['message.not_found'],
});

export const answerThread = defineCall({
  name: 'messages.answer',
  method: 'POST',
  path: '/office/messages/{id}/answers',
  policy: 'staff',
  permission: 'messages.answer',
  summary: 'Mails an answer to the writer, unless the thread has moved since `nMoves`.',
  unlogged: ['sWords'],
  params: idParams,
  body: z.strictObject({
    sWords: textSchema(5_000).trim().min(1, text('office.messages.wordsNeeded')),
    nMoves: z.number().int(),
  }),
  data: nothing,
  refusals: ['message.not_found', 'case.held', 'case.decided', 'message.moved'],
});

export const setThreadState = defineCall({
  name: 'messages.setState',
  method: 'PUT',
  path: '/office/messages/{id}/state',
  policy: 'staff',
  permission: 'messages.answer',
  summary: 'Closes a thread without an answer, or opens it again.',
  params: idParams,
  body: z.strictObject({ eState: z.enum(['open', 'closed']), nMoves: z.number().int() }),
  data: nothing,
  refusals: ['message.not_found', 'case.held', 'case.decided', 'message.moved'],
});

export const listPrepared = defineCall({
  name: 'messages.listPrepared',
  method: 'GET',
  path: '/office/prepared-answers',
  policy: 'staff',
  permission: 'messages.answer',
  summary: 'Prepared answers by title, at most a hundred.',
  data: z.array(z.strictObject({ _id: idSchema, sTitle: z.string(), sWords: z.string() })),
});

export const putPrepared = defineCall({
  name: 'messages.putPrepared',
  method: 'PUT',
  path: '/office/prepared-answers/{id}',
  policy: 'staff',
  permission: 'messages.answer',
  summary: 'Keeps a prepared answer under an id of the browser’s.',
  params: idParams,
  body: z.strictObject({
    sTitle: textSchema(100).trim().min(1, text('office.messages.titleNeeded')),
    sWords: textSchema(5_000).trim().min(1, text('office.messages.wordsNeeded')),
  }),
  data: nothing,
  refusals: ['message.too_many_prepared'],
});

export const dropPrepared = defineCall({
  name: 'messages.dropPrepared',
  method: 'DELETE',
  path: '/office/prepared-answers/{id}',
  policy: 'staff',
  permission: 'messages.answer',
  summary: 'Deletes a prepared answer.',
  params: idParams,
  data: nothing,
});
