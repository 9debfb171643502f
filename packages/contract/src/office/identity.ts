/** The queue of identity papers: what members sent, judged paper by paper. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { papers } from '../members/kyc.ts';
import { idSchema, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const permission = 'identity.review';
const params = z.strictObject({ id: idSchema });

export const listSubmissions = defineCall({
  name: 'kyc.listWaiting',
  method: 'GET',
  path: '/office/identity',
  policy: 'staff',
  permission,
  summary: 'The submissions that wait for a decision, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: z.string(),
      dCreatedAt: timeSchema,
      /** Only some papers are new: the others were accepted before. */
      bAgain: z.boolean(),
      sCountry: z.string(),
    }),
  ),
});

export const openSubmission = defineCall({
  name: 'kyc.open',
  method: 'GET',
  path: '/office/identity/{id}',
  policy: 'staff',
  permission,
  looks: true,
  summary: 'A waiting submission: data, the member and their history. The look is written down.',
  params,
  data: z.strictObject({
    _id: z.string(),
    dCreatedAt: timeSchema,
    oData: z.record(z.string(), z.string()),
    /** Papers that came along from a submission in which they were accepted. */
    aAccepted: z.array(z.enum(papers)),
    oMember: z.strictObject({
      _id: z.string(),
      sName: z.string(),
      sEmail: z.string(),
      sCountry: z.string(),
      dCreatedAt: timeSchema,
      nLevel: z.number(),
      nOrders: z.number(),
      bFrozen: z.boolean(),
    }),
    /** Other accounts with the same person or pictures. */
    aSharing: z.array(
      z.strictObject({
        _id: z.string(),
        sEmail: z.string(),
        sKycStatus: z.string(),
        aSame: z.array(z.string()),
      }),
    ),
    /** Earlier steps but looks, the newest first. */
    aSteps: z.array(
      z.strictObject({ eStep: z.string(), sReason: z.string(), dCreatedAt: timeSchema }),
    ),
  }),
  refusals: ['kyc.not_found', 'case.decided'],
});

export const showPaper = defineCall({
  name: 'kyc.showPaper',
  method: 'GET',
  path: '/office/identity/{id}/{sPaper}',
  policy: 'staff',
  permission,
  looks: true,
  summary: 'A picture of a waiting submission. The look is written down.',
  params: params.extend({ sPaper: z.enum(papers).exclude(['data']) }),
  data: z.string(),
  produces: 'image/jpeg',
  refusals: ['kyc.not_found', 'case.decided', 'upload.not_found'],
});

const verdictSchema = z.strictObject({
  ePaper: z.enum(papers),
  /** Why it is declined, as the member reads it; empty accepts it. */
  sReason: textSchema(500).trim(),
});

export const decideSubmission = defineCall({
  name: 'kyc.decide',
  method: 'PUT',
  path: '/office/identity/{id}',
  policy: 'staff',
  permission,
  summary: 'Decides a submission by a verdict on each paper. The member is mailed.',
  description:
    'All accepted: verified. Otherwise rejected: what was accepted is kept for 30 days, and the member sends the rest again.',
  params,
  body: z.strictObject({
    aVerdicts: z
      .array(verdictSchema)
      .length(papers.length)
      .refine(
        (all) => new Set(all.map(({ ePaper }) => ePaper)).size === papers.length,
        text('office.identity.eachOnce'),
      ),
  }),
  data: z.strictObject({ sKycStatus: z.enum(['v', 'r']) }),
  refusals: [
    'case.held',
    'case.decided',
    'kyc.not_found',
    'kyc.not_shown',
    'kyc.pictures_not_seen',
  ],
});
