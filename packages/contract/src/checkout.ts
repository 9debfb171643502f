/** Buying: initiate, pay, confirm, and the orders that come of it. */
import * as z from 'zod';
import { amountSchema, currencySchema, signedAmountSchema } from './amounts.ts';
import { defineCall } from './call.ts';
import { cartItemSchema, quantitySchema } from './cart.ts';
import { text } from './messages.ts';
import { idSchema, nothing, pageQuery, textSchema, timeSchema, totalCount } from './shapes.ts';

/** Card, wallet and the two coins (decision 46). */
export const gateways = ['PayPal', 'Wallet', 'BitCoin', 'LiteCoin'] as const;
export type Gateway = (typeof gateways)[number];

/** Gateways that can be used today; coins come with the coin features. */
export const buyGateways = ['PayPal', 'Wallet'] as const;

/** Made by the client: the idempotency key of an order, unique per member. */
export const clientOrderIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/, text('error.notAnOrderId'));

/** A cart line as `GET /cart` gave it. Only the card and the quantity are used; the rest is display. */
export const orderedItemSchema = z.strictObject({
  ...cartItemSchema.partial().shape,
  iGiftCardId: idSchema,
  nQuantity: quantitySchema,
});

export const extraChargesSchema = z
  .array(z.strictObject({ name: textSchema(40), amount: signedAmountSchema }))
  .max(10);

const orderFields = {
  sOrderId: clientOrderIdSchema,
  eCurrency: currencySchema,
  aCartData: z.array(orderedItemSchema).min(1).max(200),
  /** Between 0 and min(balance, total); equals the total for gateway Wallet. */
  nWalletAmount: amountSchema,
  aExtraCharges: extraChargesSchema,
  /** Total payable; the gateway gets it minus `nWalletAmount` (decision 43). */
  nTotalAmount: amountSchema,
};

/** Order words and numbers (decision 55). */
export const orderStates = [
  'Pending',
  'Paid',
  'Processing',
  'Delivered',
  'Declined',
  'Failed',
  'Refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** A code in a list: masked, never the secret (decision 54). */
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
  /** Of a sold card: addresses at which its owner can look at the pictures for ten minutes (ORD-11). */
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
  /** Cashback of this order, in the order's currency. */
  nCashBack: amountSchema,
  aExtraCharges: z.array(z.strictObject({ name: z.string(), amount: signedAmountSchema })),
  aCartData: z.array(orderLineSchema),
  dCreatedAt: timeSchema,
  dLapsesAt: timeSchema.nullable(),
  sNotice: z.string(),
});
export type Order = z.output<typeof orderSchema>;

const byOrder = z.strictObject({ id: idSchema });

export const initiate = defineCall({
  name: 'checkout.initiate',
  method: 'POST',
  path: '/transaction/initiate',
  policy: 'member',
  summary: "Reserves the codes, holds the wallet share and creates the provider's order.",
  description:
    'Repeating it with the same `sOrderId` and content answers the first success. A changed price is 409 with the new total in `data`.',
  body: z.strictObject({ ...orderFields, eGateway: z.enum(buyGateways) }),
  data: z.strictObject({
    sOrderId: clientOrderIdSchema,
    /** The provider's order id. */
    sPaymentId: z.string(),
    nTotalAmount: amountSchema,
    nWalletAmount: amountSchema,
    dLapsesAt: timeSchema,
  }),
  refusals: [
    'account.frozen',
    'cart.card_not_found',
    'order.price_changed',
    'order.out_of_stock',
    'order.other_content',
    'order.lapsed',
    'order.not_payable',
    'order.too_many',
    'order.too_many_unpaid',
    'payment.unavailable',
    'wallet.short',
    'wallet.other_currency',
  ],
});

export const pay = defineCall({
  name: 'checkout.pay',
  method: 'POST',
  path: '/transaction',
  policy: 'member',
  summary: 'Wallet: places and delivers the order at once. Card: captures what was approved.',
  description:
    '202 when the provider has not said whether the capture happened; the order completes by itself.',
  body: z.strictObject({
    ...orderFields,
    eGateway: z.enum(buyGateways),
    /** The member's id. */
    sPayerId: textSchema(64),
    /** The provider's order id for a card; absent or empty for the wallet. */
    sPaymentId: textSchema(100).optional(),
    sPaymentToken: textSchema(200).optional(),
    iId: textSchema(100).optional(),
  }),
  data: orderSchema,
  success: [200, 202],
  refusals: [
    'account.frozen',
    'cart.card_not_found',
    'order.price_changed',
    'order.out_of_stock',
    'order.other_content',
    'order.lapsed',
    'order.not_found',
    'order.not_payable',
    'order.too_many',
    'payment.declined',
    'payment.mismatch',
    'payment.not_approved',
    'payment.unavailable',
    'wallet.short',
    'wallet.other_currency',
  ],
});

export const cancelOrder = defineCall({
  name: 'checkout.cancel',
  method: 'POST',
  path: '/transaction/cancel',
  policy: 'member',
  summary:
    'Gives up an unpaid order: codes and held wallet money are free at once. One that waits for codes gives the money for them back.',
  body: z.strictObject({ sOrderId: clientOrderIdSchema }),
  data: orderSchema,
  refusals: ['order.not_found', 'order.not_cancellable'],
});

export const listOrders = defineCall({
  name: 'orders.list',
  method: 'GET',
  path: '/transactions',
  policy: 'member',
  summary: "The member's orders, newest first; all of them, or those that are looked for.",
  description:
    'A search looks for words of card titles, or for a whole order number; `totalCount` then counts 1,000 at most. States and days are looked for among the newest 100,000 orders, with a word among the newest 10,000 that have it.',
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

export const viewCard = defineCall({
  name: 'orders.viewCard',
  method: 'PUT',
  path: '/transactions/viewCard/{id}',
  policy: 'member',
  summary: 'Reveals one code, marks it viewed the first time and logs every reveal (decision 54).',
  params: byOrder,
  body: z.strictObject({ cardId: idSchema }),
  data: z.strictObject({
    sSerialNo: z.string(),
    sOrderContent: z.string(),
    dViewedAt: timeSchema,
  }),
  refusals: ['account.frozen', 'order.not_found', 'order.code_not_found'],
});

export const downloadCodes = defineCall({
  name: 'orders.downloadCodes',
  method: 'POST',
  path: '/transactions/{id}/download',
  policy: 'member',
  summary: "All of an order's codes as CSV; asks for the password and counts as revealing each.",
  params: byOrder,
  body: z.strictObject({ sPassword: z.string().min(1).max(1000) }),
  data: z.string(),
  produces: 'text/csv',
  refusals: ['account.frozen', 'account.wrong_password', 'order.not_found', 'order.code_not_found'],
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
      eKind: z.enum(['view', 'download']),
      dCreatedAt: timeSchema,
    }),
  ),
  extras: totalCount,
  refusals: ['order.not_found'],
});

export const paymentConfig = defineCall({
  name: 'checkout.paymentConfig',
  method: 'GET',
  path: '/payment/config',
  policy: 'open',
  summary: "Where the card provider's browser script is and the client id it wants (PAY-09).",
  query: z.strictObject({ currency: currencySchema.optional() }),
  data: z.strictObject({ sScriptUrl: z.string(), sClientId: z.string() }),
});

/** Ids and types of events are plain words; the inbox is keyed by them. */
const eventWordSchema = z.string().regex(/^[\x21-\x7e]{1,200}$/, text('error.notAnEventWord'));

export const paypalWebhook = defineCall({
  name: 'checkout.paypalWebhook',
  method: 'POST',
  path: '/webhooks/paypal',
  policy: 'provider',
  summary: 'Keeps an event of the provider and answers at once; it is verified in a job.',
  body: z.looseObject({
    id: eventWordSchema,
    event_type: eventWordSchema,
    resource: z.looseObject({}),
  }),
  data: nothing,
});
