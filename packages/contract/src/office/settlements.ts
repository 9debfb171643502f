/** Settlement files of the card provider, matched against the books. Amounts are decimals as text; outgoing ones negative. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema, textSchema, timeSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

export const maxSettlementMegabytes = 20;

/**
 * `file_only`: the books do not have it; `books_only`: a capture of the period that the file does not have; `amount`:
 * both have it, with another amount or currency.
 */
export const differenceKinds = ['file_only', 'books_only', 'amount'] as const;

const read = { policy: 'staff', permission: 'ledger.read' } as const;
const params = z.strictObject({ id: idSchema });
const count = z.number().int().min(0);
const money = z.strictObject({ sAmount: z.string(), sCurrency: z.string() });

const fileRow = z.strictObject({
  _id: idSchema,
  sName: z.string(),
  sAccount: z.string(),
  dBeginsAt: timeSchema,
  dEndsAt: timeSchema,
  sBy: z.string(),
  dCreatedAt: timeSchema,
  nMatched: count,
  nDifferences: count,
});

export const listSettlements = defineCall({
  ...read,
  name: 'settlements.list',
  method: 'GET',
  path: '/office/settlements',
  summary: 'Settlement files that were read, newest first.',
  query: z.strictObject({ ...afterQuery }),
  data: pageOf(fileRow),
});

export const addSettlement = defineCall({
  name: 'settlements.add',
  method: 'POST',
  path: '/office/settlements',
  policy: 'staff',
  permission: 'ledger.correct',
  summary: 'Reads a settlement file and matches it against the books; books nothing.',
  description:
    'PayPal’s Settlement Report as CSV. The same file twice is the same report. Of a file that can not be read nothing is stored.',
  query: z.strictObject({ sName: textSchema(200).min(1) }),
  fileBytes: maxSettlementMegabytes * 1024 * 1024,
  body: z.file(),
  data: z.strictObject({ _id: idSchema, bKnown: z.boolean() }),
  refusals: ['settlement.unreadable'],
});

export const showSettlement = defineCall({
  ...read,
  name: 'settlements.show',
  method: 'GET',
  path: '/office/settlements/{id}',
  summary: 'What a settlement file and the books agree on, by currency.',
  params,
  data: fileRow.extend({
    aSums: z.array(
      z.strictObject({
        sCurrency: z.string(),
        nMatched: count,
        sPaid: z.string(),
        sReturned: z.string(),
        sFees: z.string(),
        nOthers: count,
        sOthers: z.string(),
      }),
    ),
  }),
  refusals: ['settlement.not_found'],
});

export const listDifferences = defineCall({
  ...read,
  name: 'settlements.listDifferences',
  method: 'GET',
  path: '/office/settlements/{id}/differences',
  summary: 'What a settlement file and the books do not agree on.',
  params,
  query: z.strictObject({ ...afterQuery, eKind: z.enum(differenceKinds).optional() }),
  data: pageOf(
    z.strictObject({
      nPosition: count,
      eKind: z.enum(differenceKinds),
      sTransaction: z.string(),
      sEvent: z.string(),
      dAt: timeSchema,
      oFile: money.nullable(),
      oBooks: money.nullable(),
    }),
  ),
  refusals: ['settlement.not_found'],
});

export const settlementSheet = defineCall({
  ...read,
  name: 'settlements.sheet',
  method: 'GET',
  path: '/office/settlements/{id}/sheet',
  summary: 'The differences of a settlement file, as CSV.',
  params,
  data: z.unknown(),
  produces: 'text/csv',
  refusals: ['settlement.not_found'],
});
