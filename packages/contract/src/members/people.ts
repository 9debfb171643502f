/** Searching for other members. */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { currencySchema } from '../money/amounts.ts';
import { idSchema, textSchema, totalCount } from '../shapes.ts';

/** WAL-34, WAL-35. */
export const leastSearched = 2;
export const mostFound = 10;

/** User search result (WAL-41). E-mail and mobile are masked (OPEN-79). */
export const searchedUserSchema = z.strictObject({
  _id: idSchema,
  sEmail: z.string(),
  sMobileNumber: z.string(),
  sFullName: z.string(),
  sProfilePicture: z.string(),
  /** Of the wallet: money is sent between wallets of one currency. */
  eCurrency: currencySchema,
});

export type SearchedUser = z.infer<typeof searchedUserSchema>;

export const searchUser = defineCall({
  name: 'accounts.searchUser',
  method: 'POST',
  path: '/searchuser',
  policy: 'member',
  summary:
    'Other members: by the beginnings of the words of their names, by a verified email in full, or by the mobile in full of the one member with it whose identity is verified. The caller is never among them.',
  body: z.strictObject({
    search: textSchema(100).trim().min(leastSearched, text('wallet.send.searchTooShort')),
    limit: z.number().int().min(1).max(mostFound).default(mostFound),
    start: z.number().int().min(0).max(1000).default(0),
  }),
  data: z.array(searchedUserSchema),
  /** The list by the name the specification gives it, too. */
  extras: { items: z.array(searchedUserSchema), ...totalCount },
  refusals: ['request.throttled'],
});
