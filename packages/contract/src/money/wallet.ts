/** The fiat wallet: money added, sent and redeemed, and its transactions. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currentPasswordSchema } from '../members/accounts.ts';
import {
  idSchema,
  nothing,
  pageQuery,
  textSchema,
  timeSchema,
  totalCount,
  typedCode,
} from '../shapes.ts';
import { clientOrderIdSchema } from '../shop/checkout.ts';
import { amountSchema, currencySchema } from './amounts.ts';

export const voucherCodeSchema = typedCode(64, text('wallet.redeem.code.required'));

/** A positive amount. */
export const movedAmountSchema = amountSchema.refine(
  (amount) => amount > 0,
  text('wallet.addMoney.invalid'),
);

export const authorize = defineCall({
  name: 'wallet.authorize',
  method: 'POST',
  path: '/wallet/authorize',
  policy: 'member',
  summary:
    'A single-use pair of tokens for one wallet action, good for five minutes (OPEN-69). To add money it also begins the card payment; what was begun before is given up.',
  body: z.strictObject({
    purpose: z.enum(['add', 'redeem', 'send']),
    /** Needed to add money; else absent. */
    nTotalAmount: movedAmountSchema.optional(),
    /** If given, the wallet's own. */
    eCurrency: currencySchema.optional(),
  }),
  data: z.strictObject({
    token: z.string(),
    secretToken: z.string(),
    dExpiresAt: timeSchema,
    /** A top-up and the provider's order that pays for it. */
    sTopUpId: idSchema.optional(),
    sPaymentId: z.string().optional(),
  }),
  refusals: [
    'account.frozen',
    'wallet.add_currency',
    'wallet.add_too_little',
    'wallet.add_limit',
    'wallet.add_being_paid',
    'payment.unavailable',
  ],
});

/** Money added by card. `eStatus` Pending while the provider decides, Denied when it was refused. */
export const topUpSchema = z.strictObject({
  _id: idSchema,
  sOrderId: z.string(),
  sPaymentId: z.string(),
  eStatus: z.enum(['Pending', 'Complete', 'Denied']),
  nTotalAmount: amountSchema,
  eCurrency: currencySchema,
  sNotice: z.string(),
  dCreatedAt: timeSchema,
});

export const addMoney = defineCall({
  name: 'wallet.add',
  method: 'POST',
  path: '/wallet/add',
  policy: 'member',
  summary:
    'Captures the card payment that authorising began and adds it to the wallet, once. Needs the Token header and its secret; 202 while the provider decides.',
  body: z.strictObject({
    sOrderId: clientOrderIdSchema,
    sPayerId: textSchema(64),
    eCurrency: currencySchema,
    sPaymentId: textSchema(100),
    sPaymentToken: textSchema(200).optional(),
    eGateway: z.literal('PayPal'),
    nTotalAmount: movedAmountSchema,
    secretToken: z.string().min(1).max(200),
  }),
  data: topUpSchema,
  success: [200, 202],
  refusals: [
    'account.frozen',
    'wallet.token',
    'wallet.add_over',
    'wallet.add_mismatch',
    'wallet.add_returned',
    'payment.declined',
    'payment.not_approved',
  ],
});

export const showTopUp = defineCall({
  name: 'wallet.showTopUp',
  method: 'GET',
  path: '/wallet/top-ups/{id}',
  policy: 'member',
  summary: 'The state of money added by card.',
  params: z.strictObject({ id: idSchema }),
  data: topUpSchema,
  refusals: ['wallet.add_not_found'],
});

export const showWalletTerms = defineCall({
  name: 'wallet.terms',
  method: 'GET',
  path: '/wallet/terms',
  policy: 'member',
  summary:
    'What may be added by card now: at least, within 24 hours, and what is left of that; and what may be sent, where something bounds it.',
  data: z.strictObject({
    eCurrency: currencySchema,
    oAdd: z.strictObject({
      nLeast: amountSchema,
      nPerDay: amountSchema,
      /** The limit once the identity is verified. */
      nPerDayVerified: amountSchema,
      nLeft: amountSchema,
    }),
    /** Absent once the identity is verified. */
    oSend: z.strictObject({ nPerDay: amountSchema, nLeft: amountSchema }).optional(),
  }),
});

/** Longest note to the receiver. */
export const longestNote = 140;

/** Money sent to another member. */
export const transferSchema = z.strictObject({
  _id: idSchema,
  sReceiverId: idSchema,
  sFullName: z.string(),
  nTotalAmount: amountSchema,
  eCurrency: currencySchema,
  sNote: z.string(),
});

export const sendMoney = defineCall({
  name: 'wallet.send',
  method: 'POST',
  path: '/wallet/send',
  policy: 'member',
  summary:
    'Sends money to another member, once. Needs the Token header and its secret, and a session that is proven: by the password (WAL-37), given here or lately, or by a second factor where there is one.',
  body: z.strictObject({
    nTotalAmount: movedAmountSchema,
    /** The receiver's id. */
    address: textSchema(64),
    /** Needed unless the session was proven within five minutes. */
    sPassword: currentPasswordSchema.optional(),
    secretToken: z.string().min(1).max(200),
    /** A line to the receiver. */
    sNote: textSchema(longestNote).trim().optional(),
  }),
  data: transferSchema,
  refusals: [
    'account.frozen',
    'account.locked',
    'account.unproven',
    'account.wrong_password',
    'wallet.token',
    'wallet.short',
    'wallet.send_self',
    'wallet.send_not_found',
    'wallet.send_unavailable',
    'wallet.send_currency',
    'wallet.send_limit',
    'wallet.send_unverified',
  ],
});

export const lookUpVoucher = defineCall({
  name: 'wallet.lookUp',
  method: 'GET',
  path: '/wallet/redeem/{code}',
  policy: 'member',
  summary: 'Value and state of a gift card code; 0 for an unknown one. Needs the Token header.',
  params: z.strictObject({ code: voucherCodeSchema }),
  data: z.strictObject({
    nValue: amountSchema,
    eCurrency: currencySchema,
    bRedeemed: z.boolean(),
  }),
  refusals: ['wallet.token'],
});

export const redeem = defineCall({
  name: 'wallet.redeem',
  method: 'POST',
  path: '/wallet/redeem',
  policy: 'member',
  summary: 'Credits a gift card to the wallet, once. Needs the Token header and its secret.',
  body: z.strictObject({
    sCode: voucherCodeSchema,
    sPin: typedCode(32, text('wallet.redeem.pin.required')),
    secretToken: z.string().min(1).max(200),
  }),
  data: nothing,
  refusals: [
    'account.frozen',
    'wallet.token',
    'wallet.redeemed',
    'wallet.redeem_currency',
    'wallet.redeem_not_found',
    'wallet.redeem_locked',
    'wallet.wrong_pin',
  ],
});

/** Kinds of wallet transactions. */
export const movementKinds = [
  'add',
  'buy',
  'cashback',
  'freeze',
  'hold',
  'points',
  'received',
  'redeem',
  'refund',
  'release',
  'sell',
  'sent',
  'other',
] as const;

/** Wallet transaction (WAL-39). `sType` credit or debit. */
export const walletTransactionSchema = z.strictObject({
  _id: idSchema,
  sType: z.enum(['credit', 'debit']),
  sDescription: z.string(),
  bTransfer: z.boolean(),
  sPayerId: z.string(),
  sOrderId: z.string(),
  dCreatedAt: timeSchema,
  nTotalAmount: amountSchema,
  eCurrency: currencySchema,
  eStatus: z.enum(['Pending', 'Complete', 'Refunded', 'Denied', 'Processing']),
  /** What it is, for pictures and links; `sDescription` says it in words. */
  eKind: z.enum(movementKinds),
  /** The brands of its order; empty without an order. */
  sBrands: z.string(),
  /** The sender's note. */
  sNote: z.string(),
});

/**
 * What movements are to the wallet's owner, whatever journals they are: `buy` also what was set aside for an
 * order and given back, `other` whatever has no word of its own here.
 */
export const movementGroups = [
  'add',
  'buy',
  'cashback',
  'refund',
  'sell',
  'sent',
  'received',
  'redeem',
  'points',
  'other',
] as const;
export type MovementGroup = (typeof movementGroups)[number];

export const listWalletTransactions = defineCall({
  name: 'wallet.listTransactions',
  method: 'GET',
  path: '/wallet/transactions',
  policy: 'member',
  summary: "The wallet's transactions, newest first, optionally of one kind or some days.",
  description:
    'What `eKind` leaves in is wider than the `eKind` of a movement: `buy` is bought, set aside for an order and given back; `other` is everything that has no word of its own. `totalCount` is exact however many there are.',
  query: z.strictObject({
    ...pageQuery,
    eKind: z.enum(movementGroups).optional(),
    /** The first moment that counts, and the first that does not any more. */
    dFrom: timeSchema.optional(),
    dTo: timeSchema.optional(),
  }),
  data: z.array(walletTransactionSchema),
  extras: totalCount,
});
