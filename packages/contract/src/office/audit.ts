/** The audit log as the back office reads it. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { daySchema, textSchema, timeSchema } from '../shapes.ts';
import { pageOf } from './lists.ts';

const staff = { policy: 'staff', permission: 'audit.read' } as const;

const number = z.string().regex(/^\d{1,18}$/, text('error.notAnId'));

/** What entries are searched by, each exactly. */
const searched = {
  sActor: textSchema(300).optional(),
  sDeed: textSchema(100).optional(),
  sSubject: textSchema(200).trim().optional(),
};

const entryRow = {
  _id: number,
  /** An operator's e-mail, or the account that used the command line. */
  sActor: z.string(),
  /** The name of a call, or the words of a command. */
  sDeed: z.string(),
  sSubject: z.string(),
  dAt: timeSchema,
};

export const listAudit = defineCall({
  ...staff,
  name: 'audit.list',
  method: 'GET',
  path: '/office/audit',
  summary: 'Entries of the audit log, newest first; those of a day (UTC), if one is named.',
  query: z.strictObject({ ...searched, dDay: daySchema.optional(), sAfter: number.optional() }),
  data: pageOf(z.strictObject(entryRow)),
});

export const listAuditNames = defineCall({
  ...staff,
  name: 'audit.listNames',
  method: 'GET',
  path: '/office/audit/names',
  summary: 'Who is in the audit log, and with what; at most 500 of each.',
  data: z.strictObject({ aActors: z.array(z.string()), aDeeds: z.array(z.string()) }),
});

export const showAudit = defineCall({
  ...staff,
  name: 'audit.show',
  method: 'GET',
  path: '/office/audit/entries/{id}',
  looks: true,
  summary: 'One entry with its facts.',
  params: z.strictObject({ id: number }),
  data: z.strictObject({
    ...entryRow,
    /** What the call promises; empty for a command. */
    sSummary: z.string(),
    aFacts: z.array(z.strictObject({ sName: z.string(), sValue: z.string() })),
    /** Of this entry and all before it, in hexadecimal. */
    sHash: z.string(),
  }),
  refusals: ['audit.not_found'],
});

export const exportAudit = defineCall({
  ...staff,
  name: 'audit.export',
  method: 'GET',
  path: '/office/audit/export',
  looks: true,
  summary: 'Entries from one day to another (UTC), oldest first, as CSV.',
  description: 'Columns: `number`, `time`, `operator`, `deed`, `subject`, `facts` (JSON).',
  query: z.strictObject({ dFrom: daySchema, dTo: daySchema }),
  data: z.string(),
  produces: 'text/csv',
});
