/** Statements of a period and the balance over time. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { daySchema, zoneSchema } from '../shapes.ts';
import { amountSchema, currencySchema } from './amounts.ts';
import { movementGroups } from './wallet.ts';

/** Both days are included, in the given time zone. */
export const statementQuerySchema = z
  .strictObject({ dFrom: daySchema, dTo: daySchema, sZone: zoneSchema.default('UTC') })
  .refine(({ dFrom, dTo }) => dFrom <= dTo, { path: ['dTo'], error: text('error.dayOrder') });

const statementCall = {
  method: 'GET',
  policy: 'member',
  query: statementQuerySchema,
  data: z.string(),
} as const;

export const walletStatementCsv = defineCall({
  ...statementCall,
  name: 'wallet.statementCsv',
  path: '/wallet/statement.csv',
  summary:
    "The wallet's statement of a period as CSV: opening balance, every movement, closing balance.",
  description:
    'Columns: `time` (ISO 8601, UTC), `entry` (opening, movement, closing), `kind` (as `eKind` of the list), `description`, `reference` (of the order, payment or transfer), `note`, `amount` (what the balance moved by, less than zero for money out), `currency`, `balance` (behind it). The opening balance and all amounts sum up to the closing one. A few statements are made at once; whoever is too many gets 429 with Retry-After.',
  produces: 'text/csv',
});

export const walletStatementPdf = defineCall({
  ...statementCall,
  name: 'wallet.statementPdf',
  path: '/wallet/statement.pdf',
  summary: 'The wallet statement of a period as PDF.',
  description:
    'The lines of the CSV, laid out for people. A few statements are made at once; whoever is too many gets 429 with Retry-After.',
  produces: 'application/pdf',
});

const groupAmount = z.strictObject({ eKind: z.enum(movementGroups), nAmount: amountSchema });

export const showWalletHistory = defineCall({
  name: 'wallet.history',
  method: 'GET',
  path: '/wallet/history',
  policy: 'member',
  summary:
    'The balance at the end of each day for up to a year, and what twelve months moved by kind.',
  description:
    'Days and months are UTC, oldest first. What was set aside and given back within a month is nothing. Both lists are empty before the first movement.',
  data: z.strictObject({
    eCurrency: currencySchema,
    aDays: z.array(z.strictObject({ dDay: daySchema, nBalance: amountSchema })),
    aMonths: z.array(
      z.strictObject({
        /** Its first day. */
        dMonth: daySchema,
        aIn: z.array(groupAmount),
        aOut: z.array(groupAmount),
      }),
    ),
  }),
});
