/** Queues of money: refunds that were refused, money that fits nothing, and what the card provider took back. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { fromDecimalText } from '../money/money.ts';
import { nothing, textSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';

/** An amount of money or of a coin, exact, with its currency or coin. */
export const exactAmount = z.strictObject({ sAmount: z.string(), sUnit: z.string() });

/** A case in its list. `sAbout`: what it is about, such as an order. */
export const queueRow = z.strictObject({
  _id: z.string(),
  dCreatedAt: z.string(),
  sAbout: z.string(),
  oAmount: exactAmount.nullable(),
  eState: z.enum([
    'refused',
    'pending',
    'coins',
    'owed',
    'disputed',
    'unasked',
    'needsTwo',
    'needsOne',
    'itsDay',
    'failed',
  ]),
});

/** What is known of a case, by name. */
const factNames = [
  'order',
  'topUp',
  'capture',
  'providerOrder',
  'captured',
  'takenBack',
  'restored',
  'frozen',
  'notSent',
  'reason',
  'problem',
  'attempts',
  'address',
  'txid',
  'fee',
  'comment',
  'goesAt',
  'held',
  'approvedBy',
  'task',
  'payload',
  'due',
] as const;
export type FactName = (typeof factNames)[number];

export type CaseState = z.output<typeof queueRow>['eState'];

/** A case with all that decides it. */
export const queueCase = z.strictObject({
  ...queueRow.shape,
  oMember: z
    .strictObject({ _id: z.string(), sName: z.string(), sEmail: z.string(), bFrozen: z.boolean() })
    .nullable(),
  aFacts: z.array(z.strictObject({ eFact: z.enum(factNames), sValue: z.string() })),
  /** What people did about it, the newest first. */
  aHistory: z.array(
    z.strictObject({ dAt: z.string(), sWho: z.string(), sDeed: z.string(), sReason: z.string() }),
  ),
});

const entry = z.strictObject({ sAccount: z.string(), ...exactAmount.shape });

/** What a decision would book: at once, and once the provider or the chain has done it. */
export const sumsData = z.strictObject({ aBooked: z.array(entry), aLater: z.array(entry) });

export const caseParams = z.strictObject({ id: textSchema(200).min(1) });
export const caseRefusals = ['case.not_found', 'case.held', 'case.decided'] as const;

/** A typed amount of money, such as 12.50. */
const typedAmount = z
  .string()
  .trim()
  .refine((typed) => fromDecimalText(typed) !== undefined, text('office.money.amountInvalid'));

const staff = { policy: 'staff' } as const;
const ofRefunds = { ...staff, permission: 'orders.refund' } as const;
const ofLedger = { ...staff, permission: 'ledger.correct' } as const;

export const listRefunds = defineCall({
  ...ofRefunds,
  name: 'refunds.list',
  method: 'GET',
  path: '/office/refunds',
  summary: 'Refunds to cards that are refused or waiting, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(queueRow),
});

export const showRefund = defineCall({
  ...ofRefunds,
  name: 'refunds.show',
  method: 'GET',
  path: '/office/refunds/{id}',
  looks: true,
  summary: 'A refund with its member, payment and history.',
  params: caseParams,
  data: queueCase,
  refusals: ['case.not_found'],
});

const givenBack = { sGivenBack: typedAmount.optional() };

export const sumRefund = defineCall({
  ...ofRefunds,
  name: 'refunds.sums',
  method: 'GET',
  path: '/office/refunds/{id}/sums',
  summary: 'What sending a refund again would book.',
  params: caseParams,
  query: z.strictObject(givenBack),
  data: sumsData,
  refusals: ['case.not_found', 'case.decided', 'refund.given_back'],
});

export const sendRefund = defineCall({
  ...ofRefunds,
  name: 'refunds.send',
  method: 'POST',
  path: '/office/refunds/{id}/send',
  summary: 'Sends a refused refund again, once, less what was given back in its place.',
  params: caseParams,
  body: z.strictObject(givenBack),
  data: nothing,
  refusals: [...caseRefusals, 'refund.given_back'],
});

export const listUnmatched = defineCall({
  ...ofLedger,
  name: 'unmatched.list',
  method: 'GET',
  path: '/office/unmatched',
  summary:
    'Card payments that fit nothing and are not given back yet, then coins that pay nothing.',
  query: z.strictObject(afterQuery),
  data: pageOf(queueRow),
});

export const showUnmatched = defineCall({
  ...ofLedger,
  name: 'unmatched.show',
  method: 'GET',
  path: '/office/unmatched/{id}',
  looks: true,
  summary: 'Money that fits nothing, and what is known of it.',
  params: caseParams,
  data: queueCase,
  refusals: ['case.not_found'],
});

export const followUnmatched = defineCall({
  ...ofLedger,
  name: 'unmatched.follow',
  method: 'POST',
  path: '/office/unmatched/{id}/follow',
  summary: 'Has the order of coins looked at again: they pay it, or are bought from its buyer.',
  params: caseParams,
  body: z.strictObject({}),
  data: nothing,
  refusals: caseRefusals,
});

export const listDisputes = defineCall({
  ...ofLedger,
  name: 'disputes.list',
  method: 'GET',
  path: '/office/disputes',
  summary: 'Card payments of which something taken back is undecided, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(queueRow),
});

export const showDispute = defineCall({
  ...ofLedger,
  name: 'disputes.show',
  method: 'GET',
  path: '/office/disputes/{id}',
  looks: true,
  summary: 'A payment that was taken back, with what is frozen and what was decided.',
  params: caseParams,
  data: queueCase,
  refusals: ['case.not_found'],
});

const disputeRefusals = ['dispute.unasked', 'dispute.waits', 'dispute.other_amount'] as const;
/** `sOf`: what is open as it was shown; another amount is refused. */
const openAmount = { sOf: typedAmount };

export const sumDispute = defineCall({
  ...ofLedger,
  name: 'disputes.sums',
  method: 'GET',
  path: '/office/disputes/{id}/sums',
  summary: 'What a decision would book.',
  params: caseParams,
  query: z.strictObject({ ...openAmount, sAmount: typedAmount.optional() }),
  data: sumsData,
  refusals: ['case.not_found', 'case.decided', ...disputeRefusals],
});

export const keepDispute = defineCall({
  ...ofLedger,
  name: 'disputes.keep',
  method: 'POST',
  path: '/office/disputes/{id}/keep',
  summary: 'The provider will not pay again: the house bears the loss, and takes what is frozen.',
  params: caseParams,
  body: z.strictObject(openAmount),
  data: nothing,
  refusals: [...caseRefusals, ...disputeRefusals],
});

export const releaseDispute = defineCall({
  ...ofLedger,
  name: 'disputes.release',
  method: 'POST',
  path: '/office/disputes/{id}/release',
  summary: 'The provider has paid it after all, or a part: that counts again.',
  params: caseParams,
  body: z.strictObject({ ...openAmount, sAmount: typedAmount }),
  data: nothing,
  refusals: [...caseRefusals, ...disputeRefusals],
});
