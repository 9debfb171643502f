/** Selling cards to the shop: an offer with three pictures, which an operator accepts or declines. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { idSchema, textSchema } from '../shapes.ts';
import { quantitySchema } from './cart.ts';
import { cardSchema } from './catalog.ts';
import { extraChargesSchema } from './checkout.ts';
import { orderSchema } from './orders.ts';

/** Where the money may go (SELL-20). */
export const sellGateways = ['Wallet', 'BitCoin', 'LiteCoin'] as const;
export type SellGateway = (typeof sellGateways)[number];

/** Cards in one offer; the screen sells one (OPEN-66). */
const mostLines = 20;

const path = textSchema(255).min(1);

export const showSellTerms = defineCall({
  name: 'selling.terms',
  method: 'GET',
  path: '/sellterms',
  policy: 'member',
  summary: 'The limits of the member’s next offer, to be shown before pictures are taken.',
  query: z.strictObject({
    /** Of the cards. */
    currency: currencySchema.optional(),
  }),
  data: z.strictObject({
    /** Cards on one set of pictures, at most. */
    nMaxQuantity: z.int().min(0),
    /** Payout limit per day in the wallet’s currency; null once the identity is verified. */
    nDayLimit: amountSchema.nullable(),
    /** What is left of it today, in the cards' currency; null without a limit or a rate. */
    nDayLeft: amountSchema.nullable(),
  }),
});

/** An offer. The card's display fields are ignored and may be left out. */
const offeredItem = z.strictObject({
  ...cardSchema.partial().shape,
  iGiftCardId: idSchema,
  nQuantity: quantitySchema,
  /** Of one card, in the card's currency; the card's own price if the card is read-only. */
  nPrice: amountSchema,
  /** The `sPath` of three pictures that were put to signed addresses (OPEN-67). */
  aImages: z
    .strictObject({ imgFront: path, imgBack: path, imgPurchaseReceipt: path })
    .refine(({ imgFront, imgBack }) => imgBack !== imgFront, {
      path: ['imgBack'],
      message: text('sell.pictures.once'),
    })
    .refine(
      ({ imgFront, imgBack, imgPurchaseReceipt: receipt }) =>
        ![imgFront, imgBack].includes(receipt),
      {
        path: ['imgPurchaseReceipt'],
        message: text('sell.pictures.once'),
      },
    ),
});

export const sell = defineCall({
  name: 'selling.sell',
  method: 'POST',
  path: '/sellcards',
  policy: 'member',
  summary: 'Offers cards to the shop (SELL-26). The member is paid when an operator accepts them.',
  description:
    'The pictures are the key of the offer: the same three with the same content answer the order they made. Everything is computed anew; other sums are 409 with those of now in `data`.',
  body: z.strictObject({
    aCartData: z.array(offeredItem).min(1).max(mostLines),
    /** The receivable: prices less fees. */
    nTotalAmount: amountSchema,
    nWalletAmount: z.literal(0),
    /** `[{name: "Exchange Fees", amount: −fee}]`. */
    aExtraCharges: extraChargesSchema,
    eGateway: z.enum(sellGateways),
    /** The receive address: of the wallet it is the member's id. */
    sPayerId: textSchema(128).min(1),
  }),
  data: orderSchema,
  refusals: [
    'account.frozen',
    'coins.dust',
    'order.other_content',
    'order.price_changed',
    'sell.card_not_found',
    'sell.method_unavailable',
    'sell.unverified_email',
    'sell.over_limit',
    'sell.too_many',
  ],
});
