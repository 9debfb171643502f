/** Coin transfers that wait for people, what stops a coin, and jobs that failed. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { coins } from '../money/coins.ts';
import { nothing, textSchema } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';
import {
  caseParams,
  caseRefusals,
  exactAmount,
  queueCase,
  queueRow,
  sumsData,
} from './money-queues.ts';

const ofPayouts = { policy: 'staff', permission: 'payouts.approve' } as const;
const ofJobs = { policy: 'staff', permission: 'jobs.retry' } as const;

const reason = { sReason: textSchema(500).trim().min(1, text('office.reason.required')) };

export const listWaitingTransfers = defineCall({
  ...ofPayouts,
  name: 'transfers.list',
  method: 'GET',
  path: '/office/transfers',
  summary: 'Coin transfers that wait for people or for their day, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(queueRow),
});

export const showWaitingTransfer = defineCall({
  ...ofPayouts,
  name: 'transfers.show',
  method: 'GET',
  path: '/office/transfers/{id}',
  looks: true,
  summary: 'A coin transfer that waits, and who has approved it.',
  params: caseParams,
  data: queueCase,
  refusals: ['case.not_found'],
});

export const sumTransfer = defineCall({
  ...ofPayouts,
  name: 'transfers.sums',
  method: 'GET',
  path: '/office/transfers/{id}/sums',
  summary: 'What a decision would book.',
  params: caseParams,
  query: z.strictObject({ eDecision: z.enum(['approve', 'reject']) }),
  data: sumsData,
  refusals: ['case.not_found', 'case.decided'],
});

export const approveTransfer = defineCall({
  ...ofPayouts,
  name: 'transfers.approve',
  method: 'POST',
  path: '/office/transfers/{id}/approve',
  summary: 'Lets a coin transfer go; a payout waits for a second person.',
  params: caseParams,
  body: z.strictObject({}),
  data: z.strictObject({ bGoes: z.boolean() }),
  refusals: [
    ...caseRefusals,
    'coins.second_person',
    'coins.altered',
    'coins.held',
    'account.frozen',
    'account.locked',
    'session.required',
  ],
});

export const rejectTransfer = defineCall({
  ...ofPayouts,
  name: 'transfers.reject',
  method: 'POST',
  path: '/office/transfers/{id}/reject',
  summary: 'Gives the coins back; the member reads the reason.',
  params: caseParams,
  body: z.strictObject(reason),
  data: nothing,
  refusals: caseRefusals,
});

export const bumpTransfer = defineCall({
  ...ofPayouts,
  name: 'transfers.bump',
  method: 'POST',
  path: '/office/transfers/{id}/bump',
  summary: 'Speeds up an unconfirmed transfer of the house.',
  params: caseParams,
  body: z.strictObject({}),
  data: nothing,
  refusals: [
    'coins.transfer_not_found',
    'coins.not_bumpable',
    'coins.bump_needless',
    'coins.no_fee',
    'coins.held',
    'coins.unavailable',
  ],
});

export const showCoins = defineCall({
  ...ofPayouts,
  name: 'coins.show',
  method: 'GET',
  path: '/office/coins',
  summary: 'Each coin: the block reached, whose coins lie where, what is held.',
  data: z.array(
    z.strictObject({
      sCoin: z.enum(coins),
      nHeight: z.number(),
      dLookedAt: z.string(),
      oOnChain: exactAmount,
      oOfMembers: exactAmount,
      oSending: exactAmount,
      oHouse: exactAmount,
      oCold: exactAmount,
      oUnmatched: exactAmount,
      nWishes: z.number(),
      sHeld: z.string().nullable(),
      /** Unconfirmed transfers of the house that can be sped up. */
      aSlow: z.array(z.strictObject({ _id: z.string(), oAmount: exactAmount })),
    }),
  ),
});

const coinParams = z.strictObject({ sCoin: z.enum(coins) });

export const holdCoin = defineCall({
  ...ofPayouts,
  name: 'coins.hold',
  method: 'POST',
  path: '/office/coins/{sCoin}/hold',
  summary: 'Stops new transfers and signing of a coin; the first reason is kept.',
  params: coinParams,
  body: z.strictObject(reason),
  data: nothing,
});

export const resumeCoin = defineCall({
  ...ofPayouts,
  name: 'coins.resume',
  method: 'POST',
  path: '/office/coins/{sCoin}/resume',
  summary: 'Allows transfers again.',
  params: coinParams,
  body: z.strictObject({}),
  data: nothing,
});

export const sweepCoin = defineCall({
  ...ofPayouts,
  name: 'coins.sweep',
  method: 'POST',
  path: '/office/coins/{sCoin}/sweep',
  summary: 'Asks to move what the house holds above its cap to the cold account.',
  params: coinParams,
  body: z.strictObject({}),
  data: nothing,
  refusals: [
    'coins.no_cold_account',
    'coins.nothing_to_sweep',
    'coins.sweep_waits',
    'coins.no_fee',
    'coins.held',
    'coins.unavailable',
    'coins.house_short',
  ],
});

export const listFailedJobs = defineCall({
  ...ofJobs,
  name: 'jobs.list',
  method: 'GET',
  path: '/office/jobs',
  summary: 'Jobs that were given up, the oldest first.',
  query: z.strictObject(afterQuery),
  data: pageOf(queueRow),
});

export const showFailedJob = defineCall({
  ...ofJobs,
  name: 'jobs.show',
  method: 'GET',
  path: '/office/jobs/{id}',
  looks: true,
  summary: 'A job that was given up, its payload and its last error.',
  params: caseParams,
  data: queueCase,
  refusals: ['case.not_found'],
});

export const retryJob = defineCall({
  ...ofJobs,
  name: 'jobs.retry',
  method: 'POST',
  path: '/office/jobs/{id}/retry',
  summary: 'Runs a job again with all its attempts, or all that failed of its task.',
  params: caseParams,
  body: z.strictObject({ bWholeTask: z.boolean() }),
  data: z.strictObject({ nAgain: z.number() }),
  refusals: caseRefusals,
});
