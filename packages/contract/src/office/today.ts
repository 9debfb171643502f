/** The first page of the back office: what sells today, what waits, what runs out, and how the shop is. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { nothing, timeSchema } from '../shapes.ts';
import { type Queue, queues } from './cases.ts';

const count = z.number().int().min(0);
const at = timeSchema.nullable();
/** Today so far, and the same day of the week before until the same time. */
const figure = z.strictObject({ nNow: z.number(), nBefore: z.number() });
const stateSchema = z.enum(['good', 'late', 'bad']);

const salesSchema = z.strictObject({
  sCurrency: z.string(),
  oOrders: figure,
  oSales: figure,
  oCashback: figure,
  oRefunds: figure,
  /** The last 30 days, today at the end. */
  aDays: z.array(z.strictObject({ sDay: z.iso.date(), nSales: z.number() })),
});

const liabilitiesSchema = z.strictObject({
  dCounted: at,
  aMoney: z.array(
    z.strictObject({
      sCurrency: z.string(),
      nWallet: z.number(),
      nHeld: z.number(),
      nFrozen: z.number(),
      nPoints: z.number(),
    }),
  ),
  aCoins: z.array(z.strictObject({ sCoin: z.string(), sAmount: z.string() })),
});

const healthSchema = z.strictObject({
  oLedger: z
    .strictObject({ dChecked: timeSchema, eState: stateSchema, nProblems: count })
    .nullable(),
  aChains: z.array(
    z.strictObject({
      sCoin: z.string(),
      nHeight: count,
      dLooked: timeSchema,
      bHeld: z.boolean(),
      eState: stateSchema,
    }),
  ),
  aParts: z.array(
    z.strictObject({
      ePart: z.enum(['jobs', 'payments', 'mail', 'rates', 'prices', 'signer']),
      eState: stateSchema,
      /** When it last went well. */
      dLast: at,
    }),
  ),
  /** Tasks whose jobs fail and are tried again. */
  aFailing: z.array(z.strictObject({ sTask: z.string(), nCount: count })),
});
export type Health = z.output<typeof healthSchema>;

const queueNameSchema = z.enum(Object.keys(queues) as [Queue, ...Queue[]]);
const queueSchema = z.strictObject({ sQueue: queueNameSchema, nCount: count, dOldest: at });

export const showToday = defineCall({
  name: 'today.show',
  method: 'GET',
  path: '/office/today',
  policy: 'staff',
  permission: 'today.read',
  summary:
    'Figures of today and of the days before, queues, stock that runs out, and how the shop is.',
  description:
    'Days are of UTC. Queues are those that the operator may work on, liabilities need `ledger.read`. What is counted by whole tables is some minutes old.',
  data: z.strictObject({
    aSales: z.array(salesSchema),
    oSignUps: figure,
    oLiabilities: liabilitiesSchema.nullable(),
    aStock: z.array(
      z.strictObject({
        _id: z.string(),
        iBrandId: z.string(),
        sTitle: z.string(),
        nFree: count,
        nWeek: count,
        nMonth: count,
        nDaysLeft: count,
      }),
    ),
    aQueues: z.array(queueSchema),
    oHealth: healthSchema,
  }),
});

/** What changes while one looks; an event names those that did. */
export const topics = [
  ...(Object.keys(queues) as Queue[]),
  'orders',
  'money',
  'cases',
  'audit',
] as const;
export type Topic = (typeof topics)[number];

export const watchOffice = defineCall({
  name: 'today.watch',
  method: 'GET',
  path: '/office/events',
  policy: 'staff',
  summary: 'Server-sent events that name what changed.',
  description:
    '`ready` once changes are watched, `changed` with names of topics, `ended` when the session has. At most 20 connections of an operator.',
  data: nothing,
  produces: 'text/event-stream',
  refusals: ['request.throttled'],
});
