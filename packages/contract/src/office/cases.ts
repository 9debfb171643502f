/** Cases of the queues: who works on which. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing, textSchema } from '../shapes.ts';
import type { Permission } from './permissions.ts';

/** The queues, and the permission to work on each. */
export const queues = {
  sales: 'sales.review',
  identity: 'identity.review',
  refunds: 'orders.refund',
  unmatched: 'ledger.correct',
  disputes: 'ledger.correct',
  transfers: 'payouts.approve',
  jobs: 'jobs.retry',
  messages: 'messages.answer',
  claims: 'claims.decide',
} as const satisfies Readonly<Record<string, Permission>>;
export type Queue = keyof typeof queues;

const queueParams = { sQueue: z.enum(Object.keys(queues) as [Queue, ...Queue[]]) };
const caseParams = z.strictObject({ ...queueParams, id: textSchema(200).min(1) });

export const listHeld = defineCall({
  name: 'cases.listHeld',
  method: 'GET',
  path: '/office/cases/{sQueue}',
  policy: 'staff',
  summary: 'The cases of a queue that somebody works on now.',
  params: z.strictObject(queueParams),
  data: z.array(z.strictObject({ _id: z.string(), sName: z.string(), bMine: z.boolean() })),
  refusals: ['session.not_permitted'],
});

export const holdCase = defineCall({
  name: 'cases.hold',
  method: 'PUT',
  path: '/office/cases/{sQueue}/{id}',
  policy: 'staff',
  summary: 'Holds a case for ten minutes, or names who holds it.',
  params: caseParams,
  data: z.strictObject({ bMine: z.boolean(), sName: z.string() }),
  refusals: ['session.not_permitted'],
});

export const dropCase = defineCall({
  name: 'cases.drop',
  method: 'DELETE',
  path: '/office/cases/{sQueue}/{id}',
  policy: 'staff',
  summary: 'Lets a case go.',
  params: caseParams,
  data: nothing,
  refusals: ['session.not_permitted'],
});
