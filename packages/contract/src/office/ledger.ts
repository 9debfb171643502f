/** The ledger as bookkeepers read it, and corrections by two persons. Amounts are decimals as text, coins too. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { daySchema, idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const read = { policy: 'staff', permission: 'ledger.read' } as const;
const correct = { policy: 'staff', permission: 'ledger.correct' } as const;
const accountSchema = textSchema(120).min(1);
const decimalSchema = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/, text('office.amount.invalid'));

const postingSchema = z.strictObject({
  sAccount: z.string(),
  sCurrency: z.string(),
  sAmount: z.string(),
});

const journalSchema = z.strictObject({
  _id: z.string(),
  sOwner: z.string(),
  sKind: z.string(),
  sKey: z.string(),
  sReference: z.string(),
  dCreatedAt: timeSchema,
  aPostings: z.array(postingSchema),
});

export const trialBalance = defineCall({
  ...read,
  name: 'ledger.trialBalance',
  method: 'GET',
  path: '/office/ledger/balance',
  summary: 'The balance of each account at the end of a day, and what it moved that day.',
  description: 'Of sealed journals; days are those of UTC. Members’ accounts of a kind are one.',
  query: z.strictObject({ dDay: daySchema }),
  data: z.array(
    z.strictObject({
      sAccount: z.string(),
      sCurrency: z.string(),
      sMoved: z.string(),
      sBalance: z.string(),
    }),
  ),
});

export const listJournals = defineCall({
  ...read,
  name: 'ledger.listJournals',
  method: 'GET',
  path: '/office/ledger/journals',
  summary: 'Journals, the newest first; of an owner, or of one account by its name.',
  query: z.strictObject({
    ...afterQuery,
    sOwner: textSchema(64).optional(),
    sAccount: accountSchema.optional(),
  }),
  data: pageOf(journalSchema),
});

export const monthFigures = defineCall({
  ...read,
  name: 'ledger.monthFigures',
  method: 'GET',
  path: '/office/ledger/months/{sMonth}',
  summary: 'The sums of a month by kind of journal and account, as CSV.',
  params: z.strictObject({ sMonth: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/) }),
  data: z.unknown(),
  produces: 'text/csv',
});

export const listCorrections = defineCall({
  ...read,
  name: 'ledger.listCorrections',
  method: 'GET',
  path: '/office/ledger/corrections',
  summary: 'Corrections, the newest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sReason: z.string(),
      sAskedBy: z.string(),
      bMine: z.boolean(),
      sDecision: z.enum(['booked', 'rejected']).nullable(),
      sDecidedBy: z.string().nullable(),
      dCreatedAt: timeSchema,
      aPostings: z.array(postingSchema),
    }),
  ),
});

export const askCorrection = defineCall({
  ...correct,
  name: 'ledger.askCorrection',
  method: 'POST',
  path: '/office/ledger/corrections',
  summary:
    'Asks for a correction: entries that sum to zero per currency. A second person books it.',
  body: z.strictObject({
    sReason: textSchema(500).trim().min(1, text('office.reason.required')),
    aEntries: z
      .array(
        z.strictObject({
          sAccount: accountSchema.trim(),
          sCurrency: z.string().regex(/^[a-z]{3}$/, text('error.wrongForm')),
          sAmount: decimalSchema,
        }),
      )
      .min(2)
      .max(20),
  }),
  data: z.strictObject({ _id: idSchema }),
  refusals: ['ledger.unbalanced', 'ledger.unknown_account'],
});

const idParams = z.strictObject({ id: idSchema });

export const bookCorrection = defineCall({
  ...correct,
  name: 'ledger.bookCorrection',
  method: 'POST',
  path: '/office/ledger/corrections/{id}/book',
  summary: 'Books a correction that another person asked for, once.',
  params: idParams,
  data: nothing,
  refusals: ['ledger.no_correction', 'ledger.second_person', 'ledger.short', 'case.decided'],
});

export const rejectCorrection = defineCall({
  ...correct,
  name: 'ledger.rejectCorrection',
  method: 'POST',
  path: '/office/ledger/corrections/{id}/reject',
  summary: 'Rejects a correction; the person who asked can take it back so.',
  params: idParams,
  data: nothing,
  refusals: ['ledger.no_correction', 'case.decided'],
});
