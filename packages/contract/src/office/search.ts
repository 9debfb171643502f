/** One search for everything, for staff. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { textSchema } from '../shapes.ts';

/** What a search finds, in the order of the results. */
export const hitKinds = ['order', 'payment', 'coin', 'voucher', 'sale', 'member', 'code'] as const;

export const search = defineCall({
  name: 'support.search',
  method: 'GET',
  path: '/office/search',
  policy: 'staff',
  looks: true,
  // Whole codes are pasted here; the log is kept for ever.
  unlogged: ['sQuery'],
  summary: 'Finds orders, members, payments, codes, coins, vouchers and sales; at most twenty.',
  description:
    'By id (ours, the buyer’s or the provider’s), e-mail or its beginning, words of a name, mobile number, serial, the last four characters of a code of at least eight, transaction or address of a coin, voucher. Shows what the operator may see.',
  query: z.strictObject({ sQuery: textSchema(200).trim().min(2) }),
  data: z.strictObject({
    aHits: z.array(
      z.strictObject({
        eKind: z.enum(hitKinds),
        sTitle: z.string(),
        sDetail: z.string(),
        /** Where it leads; the order's page comes first. */
        sOrderId: z.string().nullable(),
        sMemberId: z.string().nullable(),
      }),
    ),
    /** Codes that are not found by their end yet, counted to 10,000. */
    nUnread: z.number().int(),
  }),
  refusals: ['session.not_permitted'],
});
