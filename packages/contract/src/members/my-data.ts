/** A member's copy of all their data, and closing their account. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amountSchema, currencySchema } from '../money/amounts.ts';
import { mailTokenSchema, nothing, timeSchema } from '../shapes.ts';
import { currentPasswordSchema } from './accounts.ts';

/** What stands in the way of closing an account. */
export const obstacles = [
  'frozen',
  'frozenMoney',
  'wallet',
  'coins',
  'orders',
  'refunds',
  'selling',
  'adding',
  'claims',
] as const;

export type Obstacle = (typeof obstacles)[number];

const inTheWaySchema = z.strictObject({
  eKind: z.enum(obstacles),
  /** How much, of money. */
  nAmount: amountSchema.optional(),
  eCurrency: currencySchema.optional(),
});

const copySchema = z.strictObject({
  /** `making`: a job is at it. `ready`: it can be fetched until `dUntil`. */
  eState: z.enum(['none', 'making', 'ready', 'failed']),
  dAsked: timeSchema.optional(),
  dUntil: timeSchema.optional(),
  nBytes: z.number().int().min(0).optional(),
});

export type Copy = z.infer<typeof copySchema>;

export const showMyData = defineCall({
  name: 'myData.show',
  method: 'GET',
  path: '/account/data',
  policy: 'member',
  summary: "The state of the member's copy of their data, and what prevents closing the account.",
  data: z.strictObject({
    oCopy: copySchema,
    aInTheWay: z.array(inTheWaySchema),
    /** For so many days closing can be undone. */
    nGraceDays: z.number().int().min(0),
    /** For so many years the data of a verified identity is kept after that. */
    nIdentityYears: z.number().int().min(0),
  }),
});

export const askCopy = defineCall({
  name: 'myData.ask',
  method: 'POST',
  path: '/account/copy',
  policy: 'member',
  summary:
    'Requests a copy of everything about the member, as a ZIP; an email says when it is ready.',
  description: 'One at a time, and a few a day. The copy before is deleted.',
  /** Needed unless the session was proven within five minutes. */
  body: z.strictObject({ sPassword: currentPasswordSchema.optional() }),
  data: copySchema,
  refusals: [
    'account.wrong_password',
    'account.unproven',
    'account.frozen',
    'account.locked',
    'copy.too_many',
  ],
});

export const linkCopy = defineCall({
  name: 'myData.link',
  method: 'POST',
  path: '/account/copy/link',
  policy: 'member',
  summary: 'An address that returns the copy once, within five minutes, to anyone who has it.',
  /** Needed unless the session was proven within five minutes. */
  body: z.strictObject({ sPassword: currentPasswordSchema.optional() }),
  data: z.strictObject({ sUrl: z.string() }),
  refusals: [
    'account.wrong_password',
    'account.unproven',
    'account.frozen',
    'account.locked',
    'copy.not_found',
  ],
});

export const closeAccount = defineCall({
  name: 'myData.close',
  method: 'POST',
  path: '/account/close',
  policy: 'member',
  summary:
    'Closes the account at once; its data is erased some days later, and closing can be undone until then.',
  description:
    'Refused with `aInTheWay` in `data` while money, an order or a freeze prevents it. Ends every session.',
  /** Needed unless the session was proven within five minutes. */
  body: z.strictObject({ sPassword: currentPasswordSchema.optional() }),
  data: z.strictObject({ dErased: timeSchema }),
  refusals: [
    'account.wrong_password',
    'account.unproven',
    'account.locked',
    'account.not_closable',
  ],
});

export const reopenAccount = defineCall({
  name: 'myData.reopen',
  method: 'POST',
  path: '/account/reopen/{token}',
  policy: 'open',
  summary: 'Undoes closing an account, by the token from the email about it.',
  params: z.strictObject({ token: mailTokenSchema }),
  data: nothing,
  refusals: ['account.token_expired'],
});
