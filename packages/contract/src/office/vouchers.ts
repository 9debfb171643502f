/** Vouchers, made in batches. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { idSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

const facts = { nCount: z.number().int(), nValue: amountSchema, sCurrency: currencySchema };

export const listBatches = defineCall({
  name: 'vouchers.list',
  method: 'GET',
  path: '/office/vouchers',
  policy: 'staff',
  permission: 'vouchers.issue',
  summary: 'The batches of vouchers, newest first, and how many of each were redeemed.',
  query: z.strictObject(afterQuery),
  data: pageOf(
    z.strictObject({
      _id: idSchema,
      ...facts,
      nRedeemed: z.number().int(),
      sIssuer: z.string(),
      dCreatedAt: timeSchema,
    }),
  ),
});

const wrongCount = text('office.vouchers.countWrong');
const wrongValue = text('office.vouchers.valueWrong');
const countSchema = z.number(wrongCount).int(wrongCount).min(1, wrongCount).max(10_000, wrongCount);
const valueSchema = amountSchema.positive(wrongValue);

/** A batch as people type it. */
export const typedBatchSchema = z.strictObject({
  nCount: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, wrongCount)
    .transform(Number)
    .pipe(countSchema),
  nValue: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{1,2})?$/, wrongValue)
    .transform(Number)
    .pipe(valueSchema),
  sCurrency: currencySchema,
});

export const createBatch = defineCall({
  name: 'vouchers.create',
  method: 'POST',
  path: '/office/vouchers',
  policy: 'staff',
  permission: 'vouchers.issue',
  summary: 'Makes vouchers and shows their codes, which nobody can see again.',
  description:
    'Repeated with the same key it answers the same vouchers and makes none. What one operator makes of a currency in 24 hours is at most `vouchers_alone`.',
  unlogged: ['sKey'],
  body: z.strictObject({
    /** Random, and known to the browser alone: the codes are made of it, so that a repeat gets the same ones. */
    sKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    nCount: countSchema,
    nValue: valueSchema,
    sCurrency: currencySchema,
  }),
  data: z.strictObject({
    _id: idSchema,
    aCodes: z.array(z.strictObject({ sCode: z.string(), sPin: z.string() })),
  }),
  refusals: ['voucher.key_used', 'voucher.over_limit'],
});
