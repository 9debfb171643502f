/** Buying: initiate, pay, cancel, and what the provider says. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema, signedAmountSchema } from '../money/amounts.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { cartItemSchema, quantitySchema } from './cart.ts';
import { coinGateways, gateways } from './gateways.ts';
import { orderSchema } from './orders.ts';

/** Gateways but coins: paid at once, or by a capture. */
const payGateways = ['PayPal', 'Wallet'] as const;

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

/** For a coin: what is to be paid, where, and until when (OPEN-47). */
const coinQuoteFields = {
  sReceiveAddress: z.string().optional(),
  /** Smallest units. */
  nCoinAmount: z.number().int().min(1).optional(),
  /** What one coin costs in the order's currency. */
  nRate: z.number().positive().optional(),
  dLockedUntil: timeSchema.optional(),
};

const orderFields = {
  sOrderId: clientOrderIdSchema,
  eCurrency: currencySchema,
  aCartData: z.array(orderedItemSchema).min(1).max(200),
  /** Between 0 and min(balance, total); equals the total for gateway Wallet. */
  nWalletAmount: amountSchema,
  aExtraCharges: extraChargesSchema,
  /** Total payable; the gateway gets it minus `nWalletAmount` (OPEN-43). */
  nTotalAmount: amountSchema,
};

export const initiate = defineCall({
  name: 'checkout.initiate',
  method: 'POST',
  path: '/transaction/initiate',
  policy: 'member',
  summary: "Reserves the codes, holds the wallet share and creates the provider's order.",
  description:
    'Repeating it with the same `sOrderId` and content answers the first success. `aExtraCharges` add up to service charges less discounts; `nTotalAmount` is the cards plus these. A total or charges that are not today’s are 409 with the new total in `data`. After a declined payment repeat it: `sPaymentId` may be another one.',
  body: z.strictObject({ ...orderFields, eGateway: z.enum(gateways) }),
  data: z.strictObject({
    sOrderId: clientOrderIdSchema,
    /** The provider's order id; empty for a coin. */
    sPaymentId: z.string(),
    nTotalAmount: amountSchema,
    nWalletAmount: amountSchema,
    dLapsesAt: timeSchema,
    ...coinQuoteFields,
  }),
  refusals: [
    'account.frozen',
    'account.locked',
    'account.unproven',
    'cart.card_not_found',
    'order.price_changed',
    'order.out_of_stock',
    'order.other_content',
    'order.lapsed',
    'order.not_payable',
    'order.too_many',
    'order.too_many_unpaid',
    'order.given_back_often',
    'order.too_many_nearby',
    'order.too_much_of_card',
    'payment.returned',
    'payment.unavailable',
    'coins.no_rate',
    'coins.unavailable',
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
    eGateway: z.enum(payGateways),
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
    'account.locked',
    'account.unproven',
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
    'payment.returned',
    'wallet.short',
    'wallet.other_currency',
  ],
});

export const confirmCrypto = defineCall({
  name: 'checkout.confirmCrypto',
  method: 'POST',
  path: '/transaction/confirmCrypto',
  policy: 'member',
  summary: 'Delivers an order whose coins are on their way from the payer’s wallet here.',
  description:
    'The shop signs both ends and keeps the bytes, so that it waits for no block. 202 while the nodes do not have the transaction yet; the order completes by itself.',
  body: z.strictObject({
    /** The id of the coin transfer. */
    iId: idSchema,
    sOrderId: clientOrderIdSchema,
    /** The id of the wallet that pays, or the member's id. */
    sPayerId: textSchema(64),
    /** The id of the transaction. */
    sPaymentId: textSchema(100),
    sPaymentToken: textSchema(200).optional(),
    eGateway: z.enum(coinGateways),
  }),
  data: orderSchema,
  success: [200, 202],
  refusals: ['order.not_found', 'order.not_payable', 'payment.declined', 'payment.mismatch'],
});

export const cancelOrder = defineCall({
  name: 'checkout.cancel',
  method: 'POST',
  path: '/transaction/cancel',
  policy: 'member',
  summary:
    'Cancels an unpaid order: its codes and reserved wallet money become available at once. For an order that waits for codes, refunds those codes.',
  body: z.strictObject({ sOrderId: clientOrderIdSchema }),
  data: orderSchema,
  refusals: ['order.not_found', 'order.being_paid', 'order.not_cancellable', 'order.coins_gone'],
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
  summary: 'Stores an event signed by the provider and answers at once; a job handles it.',
  body: z.looseObject({
    id: eventWordSchema,
    event_type: eventWordSchema,
    resource: z.looseObject({}),
  }),
  data: nothing,
});
