/** Members as staff sees them. */
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { showWalletTerms, walletTransactionSchema } from '../money/wallet.ts';
import { idSchema, nothing, pageQuery, textSchema, timeSchema, totalCount } from '../shapes.ts';
import { afterQuery, pageOf } from './lists.ts';
import { codeSchema } from './session.ts';

const params = z.strictObject({ id: idSchema });
const reasonSchema = textSchema(500).trim().min(1, text('office.reason.required'));
const at = timeSchema.nullable();

const memberRow = z.strictObject({
  _id: z.string(),
  sName: z.string(),
  sEmail: z.string(),
  eCurrency: currencySchema,
  sKycStatus: z.enum(['p', 's', 'v', 'r']),
  nLevel: z.number().int(),
  bFrozen: z.boolean(),
  bClosed: z.boolean(),
  dCreatedAt: timeSchema,
});
export type OfficeMemberRow = z.output<typeof memberRow>;

export const listOfficeMembers = defineCall({
  name: 'members.list',
  method: 'GET',
  path: '/office/members',
  policy: 'staff',
  permission: 'members.read',
  looks: true,
  summary: 'Members, the newest first; with a search, of the first thousand it finds.',
  query: z.strictObject({
    ...afterQuery,
    sSearch: textSchema(200).trim().optional(),
    nLevel: z.enum(['1', '2']).optional(),
    bFrozen: z.enum(['true']).optional(),
  }),
  data: pageOf(memberRow),
});

const place = { sDevice: z.string(), sPlace: z.string(), dCreatedAt: timeSchema };
const deal = z.strictObject({
  _id: z.string(),
  eState: z.string(),
  sTitle: z.string(),
  nTotal: amountSchema,
  eCurrency: currencySchema,
  dCreatedAt: timeSchema,
});

export const showOfficeMember = defineCall({
  name: 'members.show',
  method: 'GET',
  path: '/office/members/{id}',
  policy: 'staff',
  permission: 'members.read',
  looks: true,
  summary: 'A member: contact data, balances, limits, sessions, sign-ins, orders, sales, notes.',
  params,
  data: memberRow.extend({
    sMobile: z.string(),
    sCountry: z.string(),
    sPendingEmail: z.string(),
    dEmailVerifiedAt: at,
    dFrozenAt: at,
    sFrozenReason: z.string(),
    /** The owner's own freeze. */
    bLocked: z.boolean(),
    /** How they prove that a session is theirs. */
    aProofs: z.array(z.string()),
    aBalances: z.array(
      z.strictObject({ sAccount: z.string(), sAmount: z.string(), sCurrency: z.string() }),
    ),
    oTerms: showWalletTerms.data,
    aSessions: z.array(
      z.strictObject({ _id: z.string(), ...place, dLastSeenAt: timeSchema, dEndsAt: timeSchema }),
    ),
    aSignIns: z.array(
      z.strictObject({
        _id: z.string(),
        ...place,
        sOpenedBy: z.string(),
        sFactor: z.string(),
        bNewDevice: z.boolean(),
      }),
    ),
    aPapers: z.array(
      z.strictObject({
        sStep: z.string(),
        sWho: z.string(),
        sReason: z.string(),
        dCreatedAt: timeSchema,
      }),
    ),
    aOrders: z.array(deal),
    aSales: z.array(deal),
    aDeeds: z.array(
      z.strictObject({
        sDeed: z.string(),
        sWho: z.string(),
        sReason: z.string(),
        dCreatedAt: timeSchema,
      }),
    ),
    aNotes: z.array(
      z.strictObject({
        _id: z.string(),
        sNote: z.string(),
        sOperator: z.string(),
        dCreatedAt: timeSchema,
      }),
    ),
  }),
  refusals: ['account.not_found'],
});

export const listOfficeMovements = defineCall({
  name: 'members.listMovements',
  method: 'GET',
  path: '/office/members/{id}/movements',
  policy: 'staff',
  permission: 'members.read',
  looks: true,
  summary: 'A page of the movements of a member’s wallet, the newest first.',
  params,
  query: z.strictObject(pageQuery),
  data: z.array(walletTransactionSchema),
  extras: totalCount,
});

export const addMemberNote = defineCall({
  name: 'members.addNote',
  method: 'POST',
  path: '/office/members/{id}/notes',
  policy: 'staff',
  permission: 'members.freeze',
  unlogged: ['sNote'],
  summary: 'Adds a note about a member, which stays.',
  description: 'The member reads it in the copy of their data.',
  params,
  body: z.strictObject({ sNote: textSchema(2_000).trim().min(1, text('office.note.required')) }),
  data: nothing,
  refusals: ['account.not_found'],
});

/** A change that needs a reason. */
const withReason = z.strictObject({ sReason: reasonSchema });
/** One that also needs a code of the operator's authenticator app. */
const proven = z.strictObject({ sReason: reasonSchema, sCode: codeSchema });

const change = {
  method: 'POST',
  policy: 'staff',
  params,
  data: nothing,
} as const;

export const freezeMember = defineCall({
  ...change,
  name: 'members.freeze',
  path: '/office/members/{id}/freeze',
  permission: 'members.freeze',
  summary: 'Blocks everything that leaves the account; a further reason is added.',
  body: withReason,
  refusals: ['account.not_found'],
});

export const releaseMember = defineCall({
  ...change,
  name: 'members.release',
  path: '/office/members/{id}/release',
  permission: 'members.freeze',
  summary: 'Lets the account be used again.',
  body: withReason,
  refusals: ['account.not_found', 'account.not_frozen'],
});

export const endOfficeSessions = defineCall({
  ...change,
  name: 'members.endSessions',
  path: '/office/members/{id}/sessions/end',
  permission: 'members.freeze',
  summary: 'Ends a session of a member, or all of them.',
  body: z.strictObject({ sSessionId: idSchema.optional() }),
  refusals: ['account.not_found'],
});

export const resetMemberFactors = defineCall({
  ...change,
  name: 'members.resetFactors',
  path: '/office/members/{id}/reset-factors',
  permission: 'members.close',
  unlogged: ['sCode'],
  summary: 'Removes the second factors of a member who lost them, and signs them out.',
  body: proven,
  refusals: ['account.not_found', 'account.no_factors', 'factor.wrong_code'],
});

export const closeMember = defineCall({
  ...change,
  name: 'members.close',
  path: '/office/members/{id}/close',
  permission: 'members.close',
  unlogged: ['sCode'],
  summary: 'Closes an account; its data is erased some days later.',
  body: proven,
  data: z.strictObject({ dErased: timeSchema }),
  refusals: ['account.not_found', 'account.closed', 'account.still_needed', 'factor.wrong_code'],
});

export const exportMember = defineCall({
  ...change,
  name: 'members.export',
  path: '/office/members/{id}/export',
  permission: 'members.close',
  unlogged: ['sCode'],
  summary: 'A copy of all data of a member, as a ZIP.',
  body: proven,
  produces: 'application/zip',
  refusals: ['account.not_found', 'factor.wrong_code'],
});
