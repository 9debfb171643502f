/** Rates between the five currencies and the two coins. For display only: no amount is computed from them. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { mostRatePoints, ratedCodes, rateSpans } from '../money/coins.ts';
import { timeSchema } from '../shapes.ts';

const codeSchema = z.enum(ratedCodes).meta({ description: 'Currency or coin, lower case' });
const rateSchema = z.number().positive();

export const showRates = defineCall({
  name: 'rates.show',
  method: 'GET',
  path: '/rates',
  policy: 'open',
  summary: 'The latest rates of currencies and coins (ROUTE-26, OPEN-07).',
  description:
    '`nPerUsd` is what one US dollar buys. Currencies have the day of their reference rate in `dAsOf`, coins the time of their price. Left out is what has no rate, and a coin without a price of the last two days. For show only: money is never computed from these numbers.',
  data: z.array(z.strictObject({ eCode: codeSchema, nPerUsd: rateSchema, dAsOf: timeSchema })),
});

export const showRateHistory = defineCall({
  name: 'rates.showHistory',
  method: 'GET',
  path: '/rates/history',
  policy: 'open',
  summary: 'The rate history of a pair, oldest first, in at most 200 points (ROUTE-26).',
  description:
    '`nRate` is what one `from` buys of `to`. With `bDaily` the points are days, at midnight UTC: reference rates of currencies have one a day.',
  query: z.strictObject({
    from: codeSchema,
    to: codeSchema,
    span: z.enum(rateSpans).default('month'),
  }),
  data: z.strictObject({
    bDaily: z.boolean(),
    aPoints: z.array(z.strictObject({ dAt: timeSchema, nRate: rateSchema })).max(mostRatePoints),
  }),
});
