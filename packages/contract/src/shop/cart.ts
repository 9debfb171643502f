/** The cart: one currency, at most a few hundred lines, prices always the catalogue's. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema, percentSchema } from '../money/amounts.ts';
import { idSchema, nothing } from '../shapes.ts';
import { maxQuantity } from './cart-limits.ts';

export const quantitySchema = z
  .number()
  .int()
  .min(1)
  .max(maxQuantity, text('error.orderTooMany', { max: maxQuantity }));

/** Cart item (CART-17). `_id` is the cart line, `iGiftCardId` the card. */
export const cartItemSchema = z.strictObject({
  _id: idSchema,
  iGiftCardId: idSchema,
  /** The brand: the address of the category page. */
  iCategoryId: idSchema,
  sTitle: z.string(),
  sBanner: z.string(),
  sDescription: z.string(),
  nQuantity: quantitySchema,
  nPrice: amountSchema,
  nValue: amountSchema,
  nDiscount: percentSchema,
  nCashBack: percentSchema,
  nServiceCharge: percentSchema,
  eCurrency: currencySchema,
  /** How many codes are left, said when they are few or fewer than the line wants. */
  nLeft: z.number().int().min(0).max(maxQuantity).optional(),
});
export type CartItem = z.output<typeof cartItemSchema>;

const byLine = z.strictObject({ id: idSchema });

export const showCart = defineCall({
  name: 'cart.show',
  method: 'GET',
  path: '/cart',
  policy: 'member',
  summary: "The member's cart at today's prices, oldest line first.",
  data: z.array(cartItemSchema),
});

export const addToCart = defineCall({
  name: 'cart.add',
  method: 'POST',
  path: '/cart',
  policy: 'member',
  summary: 'Adds a card; a card already in the cart gets the quantity added.',
  body: z.strictObject({ iGiftCardId: idSchema, nQuantity: quantitySchema }),
  data: cartItemSchema,
  refusals: ['cart.card_not_found', 'cart.other_currency', 'cart.too_many', 'cart.too_many_lines'],
});

export const changeCartLine = defineCall({
  name: 'cart.change',
  method: 'PUT',
  path: '/cart/{id}',
  policy: 'member',
  summary: 'Sets the quantity of a line.',
  params: byLine,
  body: z.strictObject({ nQuantity: quantitySchema }),
  data: cartItemSchema,
  refusals: ['cart.not_found', 'cart.too_many'],
});

export const removeCartLine = defineCall({
  name: 'cart.remove',
  method: 'DELETE',
  path: '/cart/{id}',
  policy: 'member',
  summary: 'Removes a line.',
  params: byLine,
  data: nothing,
  refusals: ['cart.not_found'],
});

export const clearCart = defineCall({
  name: 'cart.clear',
  method: 'DELETE',
  path: '/cart',
  policy: 'member',
  summary: 'Empties the cart.',
  data: nothing,
});
