/** Loyalty points: balance, history, spending, and referrals. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema, percentSchema } from '../money/amounts.ts';
import { nothing, pageQuery, timeSchema, totalCount } from '../shapes.ts';

/** Whole points; one is worth a minor unit of the member's currency. */
const pointsSchema = z.number().int().min(0).max(9_999_999_999);

/** The code of a member's link to the shop. */
export const friendCodeSchema = z.string().regex(/^[a-z0-9]{16}$/, text('points.friend.noCode'));

export const showPoints = defineCall({
  name: 'points.show',
  method: 'GET',
  path: '/points',
  policy: 'member',
  summary: "A member's points, how they are earned and used, and their referrals.",
  data: z.strictObject({
    nPoints: pointsSchema,
    /** The same as wallet money. */
    nAmount: amountSchema,
    eCurrency: currencySchema,
    /** Of the price of what was bought, discounts taken off, service charges left out. */
    nPercent: percentSchema,
    /** The least that can be spent at once. */
    nLeast: pointsSchema,
    oFriends: z.strictObject({
      sCode: friendCodeSchema,
      /** For each friend; 0 when nothing is given at present. */
      nPoints: pointsSchema,
      /** What the friend's purchase has to be paid by card at least, in its currency. */
      nLeastPurchase: amountSchema,
      nWaitDays: z.number().int().min(0),
      nPerYear: z.number().int().min(0),
      /** Referred friends: all, undecided, rewarded. */
      nInvited: z.number().int().min(0),
      nWaiting: z.number().int().min(0),
      nPaid: z.number().int().min(0),
    }),
  }),
});

/** Kinds of points entries. */
export const pointKinds = ['earned', 'back', 'spent', 'friend', 'friendBack'] as const;

export const pointMovementSchema = z.strictObject({
  _id: z.string(),
  eKind: z.enum(pointKinds),
  /** Points earned, or (negative) spent. */
  nPoints: z.number().int(),
  sDescription: z.string(),
  /** The client's id of the order it belongs to; empty for what belongs to none. */
  sOrderId: z.string(),
  dCreatedAt: timeSchema,
});

export const listPoints = defineCall({
  name: 'points.list',
  method: 'GET',
  path: '/points/history',
  policy: 'member',
  summary: 'The history of points, newest first.',
  query: z.strictObject(pageQuery),
  data: z.array(pointMovementSchema),
  extras: totalCount,
});

export const spendPoints = defineCall({
  name: 'points.spend',
  method: 'POST',
  path: '/points/spend',
  policy: 'member',
  summary: 'Converts points to wallet money, once per key.',
  description:
    'Repeating it with the same `sKey` and number of points answers the first success; another number with a used key is 409.',
  body: z.strictObject({
    nPoints: pointsSchema.min(1, text('points.spend.invalid')),
    /** Made by the client. */
    sKey: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, text('points.spend.badKey')),
  }),
  data: z.strictObject({
    /** The amount credited to the wallet. */
    nAmount: amountSchema,
    eCurrency: currencySchema,
  }),
  refusals: ['account.frozen', 'points.short', 'points.too_few', 'points.key_used'],
});

export const tieFriend = defineCall({
  name: 'points.tieFriend',
  method: 'POST',
  path: '/points/friend',
  policy: 'member',
  summary: 'Records whose referral link a new member used, once.',
  description:
    'Within some days after the account was made, before its first order, and to an older account only. Repeating it changes nothing.',
  body: z.strictObject({ sCode: friendCodeSchema }),
  data: nothing,
  refusals: ['points.friend_unknown', 'points.friend_not_new'],
});
