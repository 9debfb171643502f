/** Offered cards, as reviewers see them. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currencySchema, signedAmountSchema } from '../money/amounts.ts';
import { idSchema, nothing, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const saleParams = z.strictObject({ id: idSchema });
const queue = { policy: 'staff', permission: 'sales.review' } as const;

export const saleSides = ['front', 'back', 'receipt'] as const;

export const listSales = defineCall({
  ...queue,
  name: 'sales.list',
  method: 'GET',
  path: '/office/sales',
  summary: 'Offered cards that wait for a decision, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      sTitle: z.string(),
      nCards: z.number(),
      nTotal: signedAmountSchema,
      sCurrency: currencySchema,
      dCreatedAt: timeSchema,
    }),
  ),
});

const copySchema = z.strictObject({ _id: idSchema, sState: z.string() });

export const showSale = defineCall({
  ...queue,
  name: 'sales.show',
  method: 'GET',
  path: '/office/sales/{id}',
  looks: true,
  summary:
    'An offer with its lines, its member’s history, and other offers with the same pictures.',
  params: saleParams,
  data: z.strictObject({
    _id: idSchema,
    sState: z.string(),
    sNotice: z.string(),
    sDecidedBy: z.string().nullable(),
    sCurrency: currencySchema,
    nSubtotal: signedAmountSchema,
    nFee: signedAmountSchema,
    nTotal: signedAmountSchema,
    sGateway: z.string(),
    sPayee: z.string(),
    dCreatedAt: timeSchema,
    aLines: z.array(
      z.strictObject({
        _id: idSchema,
        sTitle: z.string(),
        nValue: signedAmountSchema,
        nPrice: signedAmountSchema,
        nFee: signedAmountSchema,
        nFeePercent: z.number(),
        nQuantity: z.number(),
      }),
    ),
    aCopies: z.array(copySchema),
    oMember: z.strictObject({
      _id: idSchema,
      sName: z.string(),
      sEmail: z.string(),
      sKycStatus: z.string(),
      bFrozen: z.boolean(),
      dCreatedAt: timeSchema,
      nPaid: z.number(),
      nDeclined: z.number(),
      nPending: z.number(),
    }),
  }),
  refusals: ['sell.not_found'],
});

export const showSalePicture = defineCall({
  ...queue,
  name: 'sales.showPicture',
  method: 'GET',
  path: '/office/sales/{id}/pictures/{sLine}/{sSide}',
  looks: true,
  summary: 'A picture of an offered card, as JPEG.',
  params: z.strictObject({ id: idSchema, sLine: idSchema, sSide: z.enum(saleSides) }),
  data: z.unknown(),
  refusals: ['sell.not_found', 'upload.not_found'],
});

export const acceptSale = defineCall({
  ...queue,
  name: 'sales.accept',
  method: 'POST',
  path: '/office/sales/{id}/accept',
  summary: 'Buys the offered cards and pays the member, once.',
  description: '`bEvenSeen` pays also for pictures that another paid offer has.',
  params: saleParams,
  body: z.strictObject({ bEvenSeen: z.boolean().default(false) }),
  data: nothing,
  refusals: [
    'sell.not_found',
    'sell.pictures_not_seen',
    'sell.sold_before',
    'sell.over_limit',
    'account.frozen',
    'rates.unavailable',
    'coins.no_rate',
    'coins.no_fee',
    'coins.unavailable',
    'coins.held',
    'coins.dust',
    'coins.house_short',
    'case.held',
    'case.decided',
  ],
});

export const declineSale = defineCall({
  ...queue,
  name: 'sales.decline',
  method: 'POST',
  path: '/office/sales/{id}/decline',
  summary: 'Declines an offer; its member gets the reason by mail.',
  params: saleParams,
  body: z.strictObject({ sNotice: textSchema(500).trim().min(1) }),
  data: nothing,
  refusals: ['sell.not_found', 'sell.pictures_not_seen', 'case.held', 'case.decided'],
});
