/** The back office's catalogue: brands and their cards, prices that come, the order of best sellers. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema, percentSchema } from '../money/amounts.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { categories } from '../shop/categories.ts';
import { afterQuery, pageOf } from './lists.ts';

const permission = 'catalogue.edit';
const staff = { policy: 'staff', permission } as const;
const byId = z.strictObject({ id: idSchema });

/** Cards of a brand that the office shows and changes at once. */
export const maxCards = 500;
/** The longest list of placed best sellers. */
export const maxBest = 24;

const priceSchema = amountSchema.min(0.01, text('office.goods.price.invalid'));
const slugSchema = z
  .string()
  .max(80, text('import.slug', { max: 80 }))
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, text('import.slug', { max: 80 }));
const pathSchema = textSchema(300).regex(
  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!$)|$))*$/,
  text('import.path'),
);

const brandFields = {
  sTitle: textSchema(120).trim().min(1, text('import.required')),
  sCategory: z.enum(categories),
  sShortDesc: textSchema(500),
  sShortSellDesc: textSchema(500),
  sDescription: textSchema(20_000),
  sRedeem: textSchema(20_000),
  sLogo: pathSchema,
  sBanner: pathSchema,
  sVideo: pathSchema,
  bRetired: z.boolean(),
};

const prices = {
  nPrice: priceSchema,
  nDiscount: percentSchema,
  nCashBack: percentSchema,
  nServiceCharge: percentSchema,
  nExchangeFees: percentSchema,
};

const cardFields = {
  eCurrency: currencySchema,
  nValue: priceSchema,
  ...prices,
  bReadOnly: z.boolean(),
  bSellable: z.boolean(),
  bRetired: z.boolean(),
};

/** A brand as it is sent to be saved: its fields, and those cards that change or are new. */
export const brandEditSchema = z.strictObject({
  ...brandFields,
  aCards: z.array(z.strictObject({ _id: idSchema.optional(), ...cardFields })).max(maxCards),
  /** From when prices and percents of cards that exist hold; absent: now. */
  dPricesFrom: timeSchema.optional(),
});

/** Prices of a card from a time on; null leaves what the card has. */
export const comingSchema = z.strictObject({
  _id: idSchema,
  dFrom: timeSchema,
  nPrice: amountSchema.nullable(),
  nDiscount: percentSchema.nullable(),
  nCashBack: percentSchema.nullable(),
  nServiceCharge: percentSchema.nullable(),
  nExchangeFees: percentSchema.nullable(),
});

export const officeBrandSchema = z.strictObject({
  _id: idSchema,
  /** Grows with each change of the brand or one of its cards. */
  nRevision: z.number().int(),
  sSlug: z.string(),
  dUpdatedAt: timeSchema,
  ...brandFields,
  sTitle: z.string(),
  sCategory: z.string(),
  sLogo: z.string(),
  sBanner: z.string(),
  sVideo: z.string(),
  aCards: z.array(z.strictObject({ _id: idSchema, ...cardFields, aComing: z.array(comingSchema) })),
});

export const listOfficeBrands = defineCall({
  name: 'catalog.listForOffice',
  method: 'GET',
  path: '/office/brands',
  ...staff,
  summary: 'Brands by title, also those put away.',
  description: '`sSearch`: beginnings of words of the title.',
  query: z.strictObject({ ...afterQuery, sSearch: textSchema(100).optional() }),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sTitle: z.string(),
      sSlug: z.string(),
      sCategory: z.string(),
      sBanner: z.string(),
      nCards: z.number().int(),
      bRetired: z.boolean(),
      dUpdatedAt: timeSchema,
    }),
  ),
});

export const showOfficeBrand = defineCall({
  name: 'catalog.showForOffice',
  method: 'GET',
  path: '/office/brands/{id}',
  ...staff,
  summary: 'A brand with its cards and the prices that come.',
  params: byId,
  data: officeBrandSchema,
  refusals: ['catalog.not_found'],
});

export const addBrand = defineCall({
  name: 'catalog.addBrand',
  method: 'POST',
  path: '/office/brands',
  ...staff,
  summary: 'Makes a brand.',
  unlogged: ['sDescription', 'sRedeem'],
  body: brandEditSchema.extend({ sSlug: slugSchema }),
  data: z.strictObject({ _id: idSchema }),
  refusals: ['catalog.brand_exists'],
});

export const saveBrand = defineCall({
  name: 'catalog.saveBrand',
  method: 'PUT',
  path: '/office/brands/{id}',
  ...staff,
  summary: 'Changes a brand and those cards that are sent.',
  description: 'Refused when the brand has another revision than the one that was edited.',
  unlogged: ['sDescription', 'sRedeem'],
  params: byId,
  body: brandEditSchema.extend({ nRevision: z.number().int() }),
  data: officeBrandSchema,
  refusals: ['catalog.not_found', 'catalog.changed'],
});

export const dropComingPrice = defineCall({
  name: 'catalog.dropComingPrice',
  method: 'DELETE',
  path: '/office/coming-prices/{id}',
  ...staff,
  summary: 'Calls off prices that do not hold yet.',
  params: byId,
  data: nothing,
  refusals: ['catalog.not_found'],
});

const bestSchema = z.array(
  z.strictObject({ _id: idSchema, sTitle: z.string(), sBanner: z.string() }),
);

export const listBest = defineCall({
  name: 'catalog.listBest',
  method: 'GET',
  path: '/office/best-sellers',
  ...staff,
  summary: 'The brands that come first among best sellers, before all others by views.',
  data: bestSchema,
});

const placesSchema = z.array(idSchema).max(maxBest);

export const placeBest = defineCall({
  name: 'catalog.placeBest',
  method: 'PUT',
  path: '/office/best-sellers',
  ...staff,
  summary: 'Puts brands in order before all other best sellers.',
  body: z.strictObject({
    aBrands: placesSchema.refine((ids) => new Set(ids).size === ids.length),
    /** The order that was edited. */
    aBefore: placesSchema,
  }),
  data: bestSchema,
  refusals: ['catalog.not_found', 'catalog.changed'],
});

export const uploadPicture = defineCall({
  name: 'catalog.uploadPicture',
  method: 'POST',
  path: '/office/pictures/{kind}',
  ...staff,
  summary: 'Draws a picture anew and stores it as media.',
  description: 'PNG or JPEG. The brand has it once it is saved with the path.',
  params: z.strictObject({ kind: z.enum(['art', 'logo']) }),
  fileBytes: 10 * 1024 * 1024,
  body: z.file(),
  data: z.strictObject({ sPath: z.string() }),
  refusals: ['upload.format', 'upload.heic', 'upload.too_many_pixels', 'upload.too_large'],
});
