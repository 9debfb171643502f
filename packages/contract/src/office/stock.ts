/** The back office's stock: codes by card and batch, and how codes are taken out. Codes are never shown. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { idSchema, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const staff = { policy: 'staff', permission: 'stock.edit' } as const;
const count = z.number().int().min(0);

const counts = { nFree: count, nReserved: count, nSold: count, nVoid: count, nExpired: count };

export const listStock = defineCall({
  name: 'stock.listForOffice',
  method: 'GET',
  path: '/office/stock',
  ...staff,
  summary: 'Codes of each card by state; of a brand, or of brands whose title has words.',
  query: z.strictObject({
    ...afterQuery,
    sSearch: textSchema(100).optional(),
    iBrandId: idSchema.optional(),
  }),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sTitle: z.string(),
      nValue: amountSchema,
      eCurrency: currencySchema,
      bRetired: z.boolean(),
      ...counts,
    }),
  ),
});

export const listBatches = defineCall({
  name: 'stock.listBatches',
  method: 'GET',
  path: '/office/stock/batches',
  ...staff,
  summary: 'Batches of codes, newest first.',
  query: z.strictObject({ ...afterQuery }),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sSource: z.string(),
      dLoadedAt: timeSchema,
      bUndone: z.boolean(),
      nLoaded: count,
      nFree: count,
      nReserved: count,
      nSold: count,
      nVoid: count,
    }),
  ),
});

export const removalKinds = ['void', 'export'] as const;

/** The most serials of one removal, and the most codes of one export. */
export const maxSerials = 5_000;
export const maxExported = 20_000;

const removalSchema = z.strictObject({
  _id: idSchema,
  eKind: z.enum(removalKinds),
  /** What it is about: a batch's source, or a card. */
  sOf: z.string(),
  sReason: z.string(),
  /** Free codes when it was asked for, and those that were taken out. */
  nAsked: count,
  nRemoved: count.nullable(),
  bNeedsSecond: z.boolean(),
  sAskedBy: z.string(),
  /** The operator asked for it, and so can not decide it. */
  bOwn: z.boolean(),
  dAskedAt: timeSchema,
  sDecidedBy: z.string().nullable(),
  bAccepted: z.boolean().nullable(),
  /** The file can be had: an export that was accepted within a day. */
  bFile: z.boolean(),
});

export const listRemovals = defineCall({
  name: 'stock.listRemovals',
  method: 'GET',
  path: '/office/stock/removals',
  ...staff,
  summary: 'Codes taken out or asked to be, newest first.',
  query: z.strictObject({ ...afterQuery, eState: z.enum(['waiting']).optional() }),
  data: pageOf(removalSchema),
});

const reasonSchema = textSchema(500).trim().min(3, text('office.goods.reason.required'));

/** How codes are taken out, and why. */
export const removalWishSchema = z.strictObject({
  eKind: z.enum(removalKinds),
  sReason: reasonSchema,
});

export const askRemoval = defineCall({
  name: 'stock.askRemoval',
  method: 'POST',
  path: '/office/stock/removals',
  ...staff,
  summary: 'Takes free codes out of stock, or asks somebody else to.',
  description:
    'Of one batch, or those of a card with some serials. An export, and more codes than `codes_voided_alone`, need a second person.',
  body: removalWishSchema
    .extend({
      oBatch: z.strictObject({ _id: idSchema }).optional(),
      oCard: z
        .strictObject({
          _id: idSchema,
          aSerials: z.array(textSchema(100).min(1)).min(1).max(maxSerials),
        })
        .optional(),
    })
    .refine(({ oBatch, oCard }) => (oBatch === undefined) !== (oCard === undefined)),
  data: removalSchema,
  refusals: ['stock.nothing_free', 'stock.more_than_asked', 'stock.too_many_exported'],
});

export const decideRemoval = defineCall({
  name: 'stock.decideRemoval',
  method: 'PUT',
  path: '/office/stock/removals/{id}',
  ...staff,
  summary: 'Takes the codes out that somebody else asked for, or declines.',
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ bAccept: z.boolean() }),
  data: removalSchema,
  refusals: [
    'stock.removal_not_found',
    'stock.removal_decided',
    'stock.removal_needs_another',
    'stock.nothing_free',
    'stock.more_than_asked',
  ],
});

export const exportCodes = defineCall({
  name: 'stock.exportCodes',
  method: 'GET',
  path: '/office/stock/removals/{id}/codes',
  ...staff,
  looks: true,
  summary: 'The codes of an accepted export, which are out of stock, for one of both persons.',
  description: 'For a day. What begins like a formula is kept from being one.',
  params: z.strictObject({ id: idSchema }),
  produces: 'text/csv',
  data: z.string(),
  refusals: ['stock.removal_not_found'],
});
