/** Orders, bought and sold: their lines and codes. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currentPasswordSchema } from '../members/accounts.ts';
import {
  amountSchema,
  currencySchema,
  percentSchema,
  signedAmountSchema,
} from '../money/amounts.ts';
import { unitsSchema } from '../money/coin-wallet.ts';
import { coinNames, coinStates } from '../money/coins.ts';
import { daySchema, idSchema, pageQuery, textSchema, timeSchema, totalCount } from '../shapes.ts';
import { gateways } from './gateways.ts';
import { orderStates } from './order-states.ts';

/** A code in a list: masked, never the secret (OPEN-54). */
export const cardCodeSchema = z.strictObject({
  _id: idSchema,
  sSerialNo: z.string(),
  sOrderContent: z.string(),
  dViewedAt: timeSchema.nullable(),
});

/** Order line (ORD-15). `eStatus` is the timeline's number 0 to 3. */
export const orderLineSchema = z.strictObject({
  _id: idSchema,
  iGiftCardId: idSchema,
  sTitle: z.string(),
  sBanner: z.string(),
  sLogo: z.string(),
  sRedeem: z.string(),
  nQuantity: z.number().int().min(1),
  nPrice: amountSchema,
  nValue: amountSchema,
  eCurrency: currencySchema,
  eStatus: z.number().int().min(0).max(3),
  nCodes: z.number().int().min(0),
  /** At most 20; the rest by `GET /transactions/{id}/codes`. */
  aCardCode: z.array(cardCodeSchema).max(20),
  nRefunded: amountSchema,
  /** Of a bought card, as ordered; the fields of a cart line. */
  nDiscount: percentSchema.optional(),
  nCashBack: percentSchema.optional(),
  nServiceCharge: percentSchema.optional(),
  /** Cashback taken out of the refund. Absent if none. */
  nCashBackTaken: amountSchema.optional(),
  /** Used points taken out of the refund. */
  nPointsKept: amountSchema.optional(),
  /** Of a sold card: where its owner can look at the pictures for ten minutes (ORD-11). */
  aImages: z
    .strictObject({ imgFront: z.string(), imgBack: z.string(), imgPurchaseReceipt: z.string() })
    .optional(),
});

/** Order / transaction (ORD-14). */
export const orderSchema = z.strictObject({
  _id: idSchema,
  sOrderId: z.string(),
  eType: z.enum(['Buy', 'Sell']),
  eStatus: z.enum(orderStates),
  nStatus: z.number().int().min(0).max(5),
  eGateway: z.enum(gateways),
  eCurrency: currencySchema,
  sPayerId: z.string(),
  sPaymentId: z.string(),
  sPaymentToken: z.string(),
  nTotalAmount: amountSchema,
  nWalletAmount: amountSchema,
  /** Of an order by coins: what was asked for, in smallest units. */
  nCoinAmount: unitsSchema.optional(),
  /** At which rate: what one coin cost in the order's currency. */
  nCoinRate: z.number().positive().optional(),
  /** Network fee in smallest units, where this shop's wallet paid. */
  nCoinFee: unitsSchema.optional(),
  /** Cashback of this order, in the order's currency. */
  nCashBack: amountSchema,
  aExtraCharges: z.array(z.strictObject({ name: z.string(), amount: signedAmountSchema })),
  aCartData: z.array(orderLineSchema),
  dCreatedAt: timeSchema,
  /** Until when an order that is not paid holds its codes; null when it is paid or over. */
  dLapsesAt: timeSchema.nullable(),
  /** The provider holds the payment (pending capture): the order can not be cancelled meanwhile. */
  bPaying: z.boolean().optional(),
  /** When all codes were delivered; absent before. */
  dDeliveredAt: timeSchema.optional(),
  /** The mail of its delivery, once a mail server has taken or refused it: to whom, as a mask, and when. */
  oMail: z
    .strictObject({ sTo: z.string(), dAnsweredAt: timeSchema, bRefused: z.boolean() })
    .optional(),
  sNotice: z.string(),
  /** Of a sold card that is paid in coins, once it is accepted. */
  oPayout: z
    .strictObject({
      coin: z.enum(coinNames),
      /** Smallest units, which come whole: the network's fee is the house's. */
      nAmount: z.number().int().min(1),
      txid: z.string(),
      eState: z.enum(coinStates),
      /** The coin payment failed: what the wallet was credited instead. */
      oInstead: z.strictObject({ nAmount: amountSchema, eCurrency: currencySchema }).optional(),
    })
    .optional(),
});
export type Order = z.output<typeof orderSchema>;

const byOrder = z.strictObject({ id: idSchema });

export const listOrders = defineCall({
  name: 'orders.list',
  method: 'GET',
  path: '/transactions',
  policy: 'member',
  summary: "The member's orders, newest first, optionally filtered.",
  description:
    'A search looks for words of card titles, or for a whole order number; `totalCount` then counts 1,000 at most, otherwise 10,000. States and days are looked for among the newest 100,000 orders, with a word among the newest 10,000 that have it.',
  query: z.strictObject({
    ...pageQuery,
    /** Bought cards if it is not said. */
    eType: z.enum(['Buy', 'Sell']).optional(),
    search: textSchema(100).optional(),
    eStatus: z.enum(orderStates).optional(),
    /** The first moment that counts, and the first that does not any more. */
    dFrom: timeSchema.optional(),
    dTo: timeSchema.optional(),
  }),
  data: z.array(orderSchema),
  extras: totalCount,
});

export const showOrder = defineCall({
  name: 'orders.show',
  method: 'GET',
  path: '/transactions/{id}',
  policy: 'member',
  summary: 'One order by `_id` or `sOrderId`.',
  params: byOrder,
  data: orderSchema,
  refusals: ['order.not_found'],
});

export const listCodes = defineCall({
  name: 'orders.listCodes',
  method: 'GET',
  path: '/transactions/{id}/codes',
  policy: 'member',
  summary: "An order's codes, masked, in the order of its lines.",
  params: byOrder,
  query: z.strictObject({ ...pageQuery, line: idSchema.optional() }),
  data: z.array(cardCodeSchema),
  extras: totalCount,
  refusals: ['order.not_found'],
});

/** Why a card of an earlier order is not in the cart again. */
export const leftOutReasons = ['gone', 'currency', 'full'] as const;

export const buyAgain = defineCall({
  name: 'orders.buyAgain',
  method: 'POST',
  path: '/transactions/{id}/again',
  policy: 'member',
  summary: "Puts an order's cards into the cart again, at today's prices.",
  description:
    'What can not be added is named: no longer sold, of another currency than the cart, or more than a cart takes.',
  params: byOrder,
  data: z.strictObject({
    /** Cards that were added, each in its quantity. */
    nAdded: z.number().int().min(0),
    aLeftOut: z.array(z.strictObject({ sTitle: z.string(), eReason: z.enum(leftOutReasons) })),
  }),
  refusals: ['order.not_found'],
});

/** A code in the open. `dExpiresAt` is the last day on which it is good, null where the brand names none. */
const openCodeSchema = z.strictObject({
  _id: idSchema,
  sSerialNo: z.string(),
  sOrderContent: z.string(),
  dViewedAt: timeSchema,
  dExpiresAt: daySchema.nullable(),
});

export const viewCard = defineCall({
  name: 'orders.viewCard',
  method: 'PUT',
  path: '/transactions/viewCard/{id}',
  policy: 'member',
  summary: 'Reveals one code, marks it viewed the first time and logs every reveal (OPEN-54).',
  description:
    'The sessions of a member show a few codes of little value. More need a session that was proven within five minutes: by `POST /password/prove`, or by a second factor where there is one; who has neither password nor factor signs in again.',
  params: byOrder,
  body: z.strictObject({ cardId: idSchema }),
  data: openCodeSchema,
  refusals: [
    'account.frozen',
    'account.locked',
    'order.not_found',
    'order.code_not_found',
    'order.unproven',
  ],
});

export const viewCards = defineCall({
  name: 'orders.viewCards',
  method: 'PUT',
  path: '/transactions/viewCards/{id}',
  policy: 'member',
  summary: 'Reveals several codes of an order at once, each as `viewCard` does.',
  description:
    'All of them or, where one is not there or the session has to be proven first, none.',
  params: byOrder,
  body: z.strictObject({ aCardIds: z.array(idSchema).min(1).max(20) }),
  data: z.array(openCodeSchema),
  refusals: [
    'account.frozen',
    'account.locked',
    'order.not_found',
    'order.code_not_found',
    'order.unproven',
  ],
});

export const downloadCodes = defineCall({
  name: 'orders.downloadCodes',
  method: 'POST',
  path: '/transactions/{id}/download',
  policy: 'member',
  summary: 'All codes of an order as CSV; needs a proven session and counts as revealing each.',
  params: byOrder,
  body: z.strictObject({ sPassword: currentPasswordSchema.optional() }),
  data: z.string(),
  produces: 'text/csv',
  refusals: [
    'account.frozen',
    'account.locked',
    'account.unproven',
    'account.wrong_password',
    'order.not_found',
    'order.code_not_found',
  ],
});

export const listReveals = defineCall({
  name: 'orders.listReveals',
  method: 'GET',
  path: '/transactions/{id}/reveals',
  policy: 'member',
  summary: "The log of an order's reveals, newest first.",
  params: byOrder,
  query: z.strictObject(pageQuery),
  data: z.array(
    z.strictObject({
      cardId: idSchema,
      sSerialNo: z.string(),
      eKind: z.enum(['view', 'download', 'staff']),
      dCreatedAt: timeSchema,
    }),
  ),
  extras: totalCount,
  refusals: ['order.not_found'],
});
