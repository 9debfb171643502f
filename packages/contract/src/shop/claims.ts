/** The code guarantee: a member says that a revealed code does not work, and the shop replaces it or gives the money back. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { idSchema, pageQuery, textSchema, timeSchema } from '../shapes.ts';

/** What is wrong with a code: redeemed by somebody else, not accepted, of another value, or something else. */
export const claimReasons = ['used', 'invalid', 'value', 'other'] as const;
export type ClaimReason = (typeof claimReasons)[number];

/** `open`: the shop answers until `dDueAt`; `asked`: the buyer does, or the claim lapses. The others are final. */
export const claimStates = ['open', 'asked', 'replaced', 'refunded', 'declined'] as const;
export type ClaimState = (typeof claimStates)[number];

/** What happened to a claim. `lapsed`: the buyer did not answer, and it is declined. */
export const claimStepKinds = [
  'opened',
  'asked',
  'answered',
  'replaced',
  'refunded',
  'declined',
  'lapsed',
  'charged',
] as const;

/** Pictures of a claim, all answers together. */
export const maxClaimPictures = 3;

const evidence = {
  sWords: textSchema(1000, text('claim.words.required'))
    .trim()
    .min(1, text('claim.words.required')),
  /** The `sPath` of pictures that were put to addresses of `POST /signedurl/claimpictures`. */
  aPictures: z.array(textSchema(255).min(1)).max(maxClaimPictures).default([]),
};

const claimSchema = z.strictObject({
  _id: idSchema,
  /** As codes are named everywhere: `code_123`. */
  sCodeId: idSchema,
  sSerialNo: z.string(),
  eReason: z.enum(claimReasons),
  eState: z.enum(claimStates),
  /** Until when the shop (`open`) or the buyer (`asked`) answers; null once it is decided. */
  dDueAt: timeSchema.nullable(),
  dCreatedAt: timeSchema,
  /** Where the buyer can look at the pictures for ten minutes. */
  aPictures: z.array(z.string()),
  /** Went into the wallet. */
  oPaid: z.strictObject({ nAmount: amountSchema, eCurrency: currencySchema }).nullable(),
  /** The code that came in its place; it is among the order's codes and is revealed as any other. */
  sReplacementId: idSchema.nullable(),
  /** In the order of time; the words are those of whom `eBy` names. */
  aSteps: z.array(
    z.strictObject({
      dAt: timeSchema,
      eKind: z.enum(claimStepKinds),
      eBy: z.enum(['buyer', 'shop']),
      sWords: z.string(),
    }),
  ),
});
export type Claim = z.output<typeof claimSchema>;

const byId = z.strictObject({ id: idSchema });

export const openClaim = defineCall({
  name: 'claims.open',
  method: 'POST',
  path: '/transactions/{id}/claims',
  policy: 'member',
  summary: 'Says that a revealed code of an order does not work, once for each code.',
  description: 'The same request again answers the claim that the first one made.',
  params: byId,
  body: z.strictObject({
    sCodeId: idSchema,
    eReason: z.enum(claimReasons, text('claim.reason.required')),
    ...evidence,
  }),
  data: claimSchema,
  refusals: [
    'account.frozen',
    'account.locked',
    'order.not_found',
    'order.code_not_found',
    'claim.exists',
    'claim.not_revealed',
    'claim.line_refunded',
    'claim.too_late',
    'claim.too_many',
  ],
});

export const listClaims = defineCall({
  name: 'claims.list',
  method: 'GET',
  path: '/transactions/{id}/claims',
  policy: 'member',
  summary: 'The claims of an order, the newest first, with all their steps.',
  params: byId,
  query: z.strictObject(pageQuery),
  data: z.strictObject({
    aClaims: z.array(claimSchema),
    nTotal: z.number().int().min(0),
    /** Until when its codes can be claimed; null before it is delivered whole. */
    dUntil: timeSchema.nullable(),
  }),
  refusals: ['order.not_found'],
});

export const answerClaim = defineCall({
  name: 'claims.answer',
  method: 'POST',
  path: '/claims/{id}/answer',
  policy: 'member',
  summary: 'Answers the question that the shop asked about a claim.',
  description: 'The same answer again changes nothing.',
  params: byId,
  body: z.strictObject(evidence),
  data: claimSchema,
  refusals: ['claim.not_found', 'claim.not_asked', 'claim.too_many_pictures'],
});

export const saleClaims = defineCall({
  name: 'claims.ofSale',
  method: 'GET',
  path: '/sales/{id}/claims',
  policy: 'member',
  summary:
    'Claims about sold cards that their seller was charged for, with what the seller may read.',
  params: byId,
  data: z.array(
    z.strictObject({
      _id: idSchema,
      sTitle: z.string(),
      eReason: z.enum(claimReasons),
      eState: z.enum(['replaced', 'refunded']),
      dCreatedAt: timeSchema,
      dDecidedAt: timeSchema,
      dChargedAt: timeSchema,
      nCharged: amountSchema,
      eCurrency: currencySchema,
      /** Why the seller was charged. */
      sReason: z.string(),
    }),
  ),
  refusals: ['order.not_found'],
});
