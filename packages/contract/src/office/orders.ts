/** Orders as staff sees them. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { daySchema, idSchema, textSchema, timeSchema } from '../shapes.ts';
import { gateways } from '../shop/gateways.ts';
import { afterQuery, pageOf } from './lists.ts';
import { codeSchema } from './session.ts';

export const officeOrderStates = [
  'pending',
  'paid',
  'accepted',
  'delivered',
  'failed',
  'refunded',
] as const;

const params = z.strictObject({ id: idSchema });
const at = timeSchema.nullable();

/** Orders of a list are counted to this. */
export const ordersCounted = 1_000;

const orderRow = z.strictObject({
  _id: z.string(),
  sMemberId: z.string(),
  eState: z.enum(officeOrderStates),
  eGateway: z.enum(gateways),
  eCurrency: currencySchema,
  nTotal: amountSchema,
  nRefunded: amountSchema,
  sTitle: z.string(),
  nLines: z.number().int(),
  dCreatedAt: timeSchema,
});
export type OfficeOrderRow = z.output<typeof orderRow>;

export const listOfficeOrders = defineCall({
  name: 'orders.list',
  method: 'GET',
  path: '/office/orders',
  policy: 'staff',
  permission: 'orders.read',
  summary: 'Orders of all members, the newest first.',
  query: z.strictObject({
    ...afterQuery,
    eState: z.enum(officeOrderStates).optional(),
    eGateway: z.enum(gateways).optional(),
    eCurrency: currencySchema.optional(),
    /** Days in UTC; both included. */
    dFrom: daySchema.optional(),
    dTo: daySchema.optional(),
    sMemberId: idSchema.optional(),
  }),
  data: pageOf(orderRow).extend({
    /** Of the whole list; one more than `ordersCounted` when there are more. */
    nCount: z.number().int(),
  }),
});

/** What happened to an order, in the order of time. */
export const momentKinds = [
  'placed',
  'captured',
  'returned',
  'paid',
  'delivered',
  'mailed',
  'mailRefused',
  'viewed',
  'shown',
  'refunded',
  'sent',
  'taken',
  'decided',
  'deed',
] as const;

const orderLine = z.strictObject({
  _id: z.string(),
  sTitle: z.string(),
  nQuantity: z.number().int(),
  nPrice: amountSchema,
  nTotal: amountSchema,
  nRefunded: amountSchema,
  dRefundedAt: at,
  nState: z.number().int(),
  nCodes: z.number().int(),
  nViewed: z.number().int(),
});
export type OfficeOrderLine = z.output<typeof orderLine>;

export const showOfficeOrder = defineCall({
  name: 'orders.show',
  method: 'GET',
  path: '/office/orders/{id}',
  policy: 'staff',
  permission: 'orders.read',
  looks: true,
  summary: 'An order: lines, money, what happened, journals, payments, refunds, disputes, reveals.',
  params,
  data: z.strictObject({
    _id: z.string(),
    sClientId: z.string(),
    oMember: z.strictObject({ _id: z.string(), sName: z.string(), sEmail: z.string() }),
    eState: z.enum(officeOrderStates),
    sFailReason: z.string(),
    sNotice: z.string(),
    eGateway: z.enum(gateways),
    eCurrency: currencySchema,
    nSubtotal: amountSchema,
    nServiceCharge: amountSchema,
    nDiscount: amountSchema,
    nTotal: amountSchema,
    nWallet: amountSchema,
    nCashback: amountSchema,
    nRefunded: amountSchema,
    /** What paid it was taken back, or its coins are not on the chain. */
    bPaymentGone: z.boolean(),
    dCreatedAt: timeSchema,
    aLines: z.array(orderLine),
    aMoments: z.array(
      z.strictObject({
        dAt: timeSchema,
        eKind: z.enum(momentKinds),
        /** A line, an id or the name of a deed. */
        sWhat: z.string(),
        /** An operator or an address; empty for the shop. */
        sWho: z.string(),
        nAmount: amountSchema.nullable(),
      }),
    ),
    aJournals: z.array(
      z.strictObject({
        sKind: z.string(),
        sKey: z.string(),
        dCreatedAt: timeSchema,
        aPostings: z.array(
          z.strictObject({ sAccount: z.string(), sAmount: z.string(), sCurrency: z.string() }),
        ),
      }),
    ),
    aPayments: z.array(
      z.strictObject({
        sProviderId: z.string(),
        sWhat: z.enum(['order', 'capture', 'refund', 'taken', 'address', 'transaction']),
        sState: z.string(),
        sAmount: z.string(),
        sCurrency: z.string(),
        sDetail: z.string(),
        dCreatedAt: at,
      }),
    ),
    aReveals: z.array(
      z.strictObject({
        sCodeId: z.string(),
        sSerial: z.string(),
        eKind: z.enum(['view', 'download', 'staff']),
        sAddress: z.string(),
        sOperator: z.string(),
        dCreatedAt: timeSchema,
      }),
    ),
  }),
  refusals: ['order.not_found'],
});

export const listOfficeCodes = defineCall({
  name: 'orders.listCodes',
  method: 'GET',
  path: '/office/orders/{id}/codes',
  policy: 'staff',
  permission: 'orders.read',
  looks: true,
  summary: 'The codes of an order by serial, without what stands on them.',
  params,
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: z.string(),
      sLineId: z.string(),
      sSerial: z.string(),
      eState: z.enum(['reserved', 'sold', 'void']),
      dViewedAt: at,
      dExpiresAt: z.string().nullable(),
    }),
  ),
  refusals: ['order.not_found'],
});

const reasonSchema = textSchema(200).trim().min(1, text('office.reason.required'));

export const showOfficeCode = defineCall({
  name: 'orders.showCode',
  method: 'POST',
  path: '/office/orders/{id}/codes/{sCodeId}/show',
  policy: 'staff',
  permission: 'codes.show',
  unlogged: ['sCode'],
  summary: 'Shows one code to an operator, whose member is told by mail.',
  description: 'Needs a code of the authenticator app. It does not count as seen by its owner.',
  params: z.strictObject({ id: idSchema, sCodeId: idSchema }),
  body: z.strictObject({ sCode: codeSchema, sReason: reasonSchema }),
  data: z.strictObject({
    sSerial: z.string(),
    sContent: z.string(),
    dExpiresAt: z.string().nullable(),
  }),
  refusals: ['order.not_found', 'order.code_not_found', 'factor.wrong_code', 'request.throttled'],
});

/** The sums of a refund. */
export const refundSums = z.strictObject({
  nLines: z.number().int(),
  nToCard: amountSchema,
  nToWallet: amountSchema,
  /** Not given back, as the coins that paid are gone. */
  nGone: amountSchema,
});
export type RefundSums = z.output<typeof refundSums>;

const refundWish = {
  aLineIds: z.array(idSchema).min(1, text('office.refund.chooseLines')).max(1_000),
  /** Also lines with codes that were seen. */
  bEvenViewed: z.boolean(),
  /** Also where the coins that paid are gone, for which nothing is given back. */
  bEvenCoinsGone: z.boolean(),
};
const refundRefusals = ['order.not_found', 'order.nothing_to_refund', 'order.coins_gone'] as const;

export const quoteRefund = defineCall({
  name: 'orders.quoteRefund',
  method: 'POST',
  path: '/office/orders/{id}/refund/quote',
  policy: 'staff',
  permission: 'orders.refund',
  summary: 'What a refund of lines would give back.',
  params,
  body: z.strictObject(refundWish),
  data: refundSums,
  refusals: refundRefusals,
});

export const refundOrder = defineCall({
  name: 'orders.refund',
  method: 'POST',
  path: '/office/orders/{id}/refund',
  policy: 'staff',
  permission: 'orders.refund',
  summary: 'Refunds lines to card and wallet; the worker sends what goes to the card.',
  description: 'Refused with the right sums (`oSums`) when they are not the expected ones.',
  params,
  body: z.strictObject({
    ...refundWish,
    /** Shown to the member; the shop's own words when empty. */
    sReason: textSchema(200).trim(),
    oSums: refundSums,
  }),
  data: refundSums,
  refusals: [...refundRefusals, 'order.refund_changed'],
});
