/** Claims about codes that do not work, as the office decides them. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { claimReasons, claimStates, claimStepKinds, maxClaimPictures } from '../shop/claims.ts';
import { afterQuery, pageOf } from './lists.ts';

const byId = z.strictObject({ id: idSchema });
const queue = { policy: 'staff', permission: 'claims.decide' } as const;
const money = z.strictObject({ nAmount: amountSchema, eCurrency: currencySchema });
const at = timeSchema.nullable();
const words = (required: string) => textSchema(500, required).trim().min(1, required);

/** What a sale's seller would be charged. */
const chargeSchema = z.strictObject({
  _id: idSchema,
  sMemberId: idSchema,
  oCharge: money,
  /** What the seller's wallet has. */
  nWallet: amountSchema,
});

export const listClaims = defineCall({
  ...queue,
  name: 'claims.list',
  method: 'GET',
  path: '/office/claims',
  summary: 'Claims that are not decided, the one whose clock ends first at the top.',
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sTitle: z.string(),
      sSerial: z.string(),
      eReason: z.enum(claimReasons),
      /** `asked`: waits for the buyer. */
      eState: z.enum(['open', 'asked']),
      dDueAt: timeSchema,
      dCreatedAt: timeSchema,
    }),
  ),
});

const earlierClaim = z.strictObject({
  _id: idSchema,
  sTitle: z.string(),
  eReason: z.enum(claimReasons),
  eState: z.enum(claimStates),
  dCreatedAt: timeSchema,
});

export const showClaim = defineCall({
  ...queue,
  name: 'claims.show',
  method: 'GET',
  path: '/office/claims/{id}',
  looks: true,
  summary: 'A claim with its steps, its order, its buyer and what a decision would cost.',
  params: byId,
  data: z.strictObject({
    _id: idSchema,
    eState: z.enum(claimStates),
    eReason: z.enum(claimReasons),
    dDueAt: at,
    dCreatedAt: timeSchema,
    dDecidedAt: at,
    /** An operator's name; empty where the clock declined it, null before. */
    sDecidedBy: z.string().nullable(),
    /** Shown by `GET /office/claims/{id}/pictures/{nPicture}`, from 0. */
    nPictures: z.number().int(),
    aSteps: z.array(
      z.strictObject({
        dAt: timeSchema,
        eKind: z.enum(claimStepKinds),
        eBy: z.enum(['buyer', 'shop']),
        sWords: z.string(),
      }),
    ),
    oCode: z.strictObject({
      _id: idSchema,
      sSerial: z.string(),
      eState: z.enum(['sold', 'void']),
      dExpiresAt: z.string().nullable(),
      /** The source of the sheet it came with. */
      sSource: z.string(),
    }),
    /** When it was shown and to which address, the newest 20. */
    aReveals: z.array(
      z.strictObject({
        eKind: z.enum(['view', 'download', 'staff']),
        sAddress: z.string(),
        dCreatedAt: timeSchema,
      }),
    ),
    oOrder: z.strictObject({
      _id: idSchema,
      sLineId: idSchema,
      sCardId: idSchema,
      sTitle: z.string(),
      nQuantity: z.number().int(),
      dDeliveredAt: at,
      dRefundedAt: at,
    }),
    oMember: z.strictObject({
      _id: idSchema,
      sName: z.string(),
      sEmail: z.string(),
      bFrozen: z.boolean(),
      dCreatedAt: timeSchema,
      nOrders: z.number().int(),
      /** Of the buyer's other claims. */
      nReplaced: z.number().int(),
      nRefunded: z.number().int(),
      nDeclined: z.number().int(),
    }),
    /** The member's other claims, the newest 20. */
    aEarlier: z.array(earlierClaim),
    /** Other claims about this card within 30 days, counted to 100. */
    nOfCard: z.number().int(),
    /** Free codes of the card, counted to 100. */
    nFree: z.number().int(),
    /** What money back would pay into the wallet; null where it would be refused. */
    oMoneyBack: money.nullable(),
    /** What was paid into the wallet. */
    oPaid: money.nullable(),
    oReplacement: z.strictObject({ _id: idSchema, sSerial: z.string(), dViewedAt: at }).nullable(),
    /** The sale the code came from, by the name of its sheet; null where that names none. */
    oSale: chargeSchema.nullable(),
    oCharged: z
      .strictObject({
        sSaleId: idSchema,
        nAmount: amountSchema,
        eCurrency: currencySchema,
        dAt: timeSchema,
      })
      .nullable(),
  }),
  refusals: ['claim.not_found'],
});

export const showClaimPicture = defineCall({
  ...queue,
  name: 'claims.showPicture',
  method: 'GET',
  path: '/office/claims/{id}/pictures/{nPicture}',
  looks: true,
  summary: 'A picture of a claim, as JPEG.',
  params: z.strictObject({
    id: idSchema,
    nPicture: z.coerce
      .number()
      .int()
      .min(0)
      .max(maxClaimPictures - 1),
  }),
  data: z.unknown(),
  produces: 'image/jpeg',
  refusals: ['claim.not_found', 'upload.not_found'],
});

export const askClaim = defineCall({
  ...queue,
  name: 'claims.ask',
  method: 'POST',
  path: '/office/claims/{id}/ask',
  summary: 'Asks the buyer, who has seven days to answer.',
  params: byId,
  body: z.strictObject({ sQuestion: words(text('office.claim.question.required')) }),
  data: nothing,
  refusals: ['claim.not_found', 'claim.is_asked', 'case.held', 'case.decided'],
});

export const decideClaim = defineCall({
  ...queue,
  name: 'claims.decide',
  method: 'POST',
  path: '/office/claims/{id}/decide',
  summary: 'Replaces the code, gives the money back into the wallet, or declines, once.',
  description:
    'Money back names the sum that was shown; another one is refused with the right one (`oMoneyBack`).',
  params: byId,
  body: z.discriminatedUnion('eDecision', [
    /** `sReason` is mailed to the buyer; it may be empty where the claim is met. */
    z.strictObject({ eDecision: z.literal('replace'), sReason: textSchema(500).trim() }),
    z.strictObject({
      eDecision: z.literal('refund'),
      sReason: textSchema(500).trim(),
      oMoneyBack: money,
    }),
    z.strictObject({
      eDecision: z.literal('decline'),
      sReason: words(text('office.claim.reason.required')),
    }),
  ]),
  data: nothing,
  refusals: [
    'claim.not_found',
    'claim.no_stock',
    'claim.line_refunded',
    'claim.order_disputed',
    'claim.nothing_to_pay',
    'claim.amount_changed',
    'order.coins_gone',
    'rates.unavailable',
    'case.held',
    'case.decided',
  ],
});

export const quoteCharge = defineCall({
  ...queue,
  name: 'claims.quoteCharge',
  method: 'GET',
  path: '/office/claims/{id}/charge',
  looks: true,
  summary: 'Whom a claim would charge for a card of a sale, and what.',
  params: byId,
  query: z.strictObject({ sSaleId: idSchema }),
  data: chargeSchema,
  refusals: ['claim.not_found', 'claim.sale_other', 'claim.sale_used_up', 'sell.not_found'],
});

export const chargeClaim = defineCall({
  ...queue,
  name: 'claims.charge',
  method: 'POST',
  path: '/office/claims/{id}/charge',
  summary:
    'Charges the seller what one card brought them, after the buyer got a code or the money.',
  params: byId,
  body: z.strictObject({
    sSaleId: idSchema,
    /** What was shown before; another amount is refused. */
    oCharge: money,
    /** The seller reads it. */
    sReason: words(text('office.claim.reason.required')),
  }),
  data: money,
  refusals: [
    'claim.not_found',
    'claim.not_met',
    'claim.charged',
    'claim.amount_changed',
    'claim.sale_other',
    'claim.sale_used_up',
    'claim.seller_short',
    'sell.not_found',
    'case.held',
  ],
});
