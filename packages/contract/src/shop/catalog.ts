/** Catalogue: brands (the specification's gift card categories), cards (denominations), filters. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema, percentSchema } from '../money/amounts.ts';
import { idSchema, textSchema, totalCount } from '../shapes.ts';

/** From so few codes on, buyers are told how many are left. */
export const fewLeft = 3;

/** How many codes are left, said only when they are few: absent while there are plenty. */
export const leftSchema = z.number().int().min(0).max(fewLeft).optional();

/** Gift card, one denomination (CARD-17). */
export const cardSchema = z.strictObject({
  _id: idSchema,
  sTitle: z.string(),
  sBanner: z.string(),
  nValue: amountSchema,
  nPrice: amountSchema,
  nDiscount: percentSchema,
  nCashBack: percentSchema,
  nServiceCharge: percentSchema,
  eCurrency: currencySchema,
  nExchangeFees: percentSchema,
  readOnly: z.boolean(),
  /** Whether at least one code is free; kept fresh by stock changes, decided again at purchase. */
  bInStock: z.boolean(),
  nLeft: leftSchema,
});
export type Card = z.output<typeof cardSchema>;

export const categoryDataSchema = z.strictObject({
  sTitle: z.string(),
  sLogo: z.string(),
  sBanner: z.string(),
  sVideo: z.string(),
  sShortDesc: z.string(),
  sShortSellDesc: z.string(),
  sDescription: z.string(),
  sRedeem: z.string(),
  sCategory: z.string(),
  nViews: z.number().int().min(0),
});

/** Gift card category = brand (CARD-16). `cashBack` is the highest cashback of its cards, percent. */
export const brandSchema = z.strictObject({
  _id: idSchema,
  categoryData: categoryDataSchema,
  cards: z.array(cardSchema),
  cashBack: percentSchema,
  cats: z.array(z.strictObject({ sCatTitle: z.string() })),
});
export type Brand = z.output<typeof brandSchema>;

/** Best sellers (nViews), alphabetical (sTitle) and price (nPrice); anything else is name ascending. */
export const sortKeys = ['nViews', 'sTitle', 'nPrice'] as const;

const priceRange = z.strictObject({ min: amountSchema, max: amountSchema });

export const listFilterSchema = z.strictObject({
  filterData: z
    .strictObject({
      currency: currencySchema.optional(),
      priceRange: priceRange.partial().optional(),
      /** Brand ids. */
      category: z.array(idSchema).max(200).optional(),
      /** One of the tabs (OPEN-33). */
      sCategory: textSchema(40).optional(),
    })
    .optional(),
  search: textSchema(100).optional(),
  sort_by: textSchema(40).optional(),
  order_by: z.union([z.literal(1), z.literal(-1)]).optional(),
  page: z.number().int().min(1).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(100).optional(),
});
export type ListFilter = z.output<typeof listFilterSchema>;

const inCurrency = z.strictObject({ currency: currencySchema.optional() });
const byId = z.strictObject({ id: idSchema });

export const listBrands = defineCall({
  name: 'catalog.listBrands',
  method: 'POST',
  path: '/giftcards',
  policy: 'open',
  summary: 'Brands that match a filter, with their cards in the filter currency.',
  description:
    'Without `limit` the first 2,000. `sort_by` nViews, sTitle, nPrice; anything else is name ascending (CAT-10 to CAT-14). `search` forgives case, accents and one typo.',
  body: listFilterSchema,
  data: z.array(brandSchema),
  extras: totalCount,
});

/** The same filter in a query: lists are comma separated, ranges are `min` and `max`. */
export const listBrandsQuery = z.strictObject({
  currency: currencySchema.optional(),
  min: z.coerce.number().pipe(amountSchema).optional(),
  max: z.coerce.number().pipe(amountSchema).optional(),
  category: z.string().max(8000).optional(),
  sCategory: textSchema(40).optional(),
  search: textSchema(100).optional(),
  sort_by: textSchema(40).optional(),
  order_by: z.enum(['1', '-1']).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});

export const listBrandsCached = defineCall({
  name: 'catalog.listBrandsCached',
  method: 'GET',
  path: '/giftcards',
  policy: 'open',
  summary: 'The same bytes as POST /giftcards, with an ETag.',
  query: listBrandsQuery,
  data: z.array(brandSchema),
  extras: totalCount,
});

export const showBrand = defineCall({
  name: 'catalog.showBrand',
  method: 'POST',
  path: '/giftcards/{id}',
  policy: 'open',
  summary: 'One brand with its cards in a currency. Counts a view.',
  params: byId,
  body: inCurrency,
  data: brandSchema,
  refusals: ['catalog.not_found'],
});

export const showBrandCached = defineCall({
  name: 'catalog.showBrandCached',
  method: 'GET',
  path: '/giftcards/{id}',
  policy: 'open',
  summary: 'The same bytes as POST /giftcards/{id}, with an ETag. Counts a view.',
  params: byId,
  query: inCurrency,
  data: brandSchema,
  refusals: ['catalog.not_found'],
});

export const priceLimits = defineCall({
  name: 'catalog.priceLimits',
  method: 'GET',
  path: '/minmax-price/{currency}',
  policy: 'open',
  summary: 'Lowest and highest card price in a currency (CAT-17, CAT-19).',
  params: z.strictObject({ currency: currencySchema }),
  data: z.strictObject({ priceRange }),
});

export const listBrandNames = defineCall({
  name: 'catalog.listBrandNames',
  method: 'GET',
  path: '/brands/{currency}',
  policy: 'open',
  summary: 'Ids and titles of the brands that have cards in a currency (CAT-18).',
  params: z.strictObject({ currency: currencySchema }),
  data: z.array(z.strictObject({ _id: idSchema, sTitle: z.string() })),
});

/** Sell card (SELL-25): one sellable brand, its lowest price. */
export const sellCardSchema = z.strictObject({
  _id: idSchema,
  sTitle: z.string(),
  sLogo: z.string(),
  sBanner: z.string(),
  sShortSellDesc: z.string(),
  nPrice: amountSchema,
  nExchangeFees: percentSchema,
  eCurrency: currencySchema,
  sCategory: z.string(),
});

export const listSellCards = defineCall({
  name: 'catalog.listSellCards',
  method: 'GET',
  path: '/sellcards',
  policy: 'open',
  summary: 'Brands whose cards the shop buys, in a currency.',
  query: z.strictObject({ currency: currencySchema.optional() }),
  data: z.array(sellCardSchema),
});

export const showCategory = defineCall({
  name: 'catalog.showCategory',
  method: 'GET',
  path: '/categories/{id}',
  policy: 'open',
  summary: 'One brand without its cards.',
  params: byId,
  data: z.strictObject({ _id: idSchema, ...categoryDataSchema.shape }),
  refusals: ['catalog.not_found'],
});

export const showSellCards = defineCall({
  name: 'catalog.showSellCards',
  method: 'POST',
  path: '/sellcards/{id}',
  policy: 'open',
  summary: 'The denominations of a brand that the shop buys.',
  params: byId,
  body: inCurrency,
  data: z.array(cardSchema),
  refusals: ['catalog.not_found'],
});
