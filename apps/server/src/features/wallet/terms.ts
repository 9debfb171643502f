/** What a member may add and send, and what is left of it. */
import type { Data } from '@giftlane/contract/call.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import type { showWalletTerms } from '@giftlane/contract/money/wallet.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';
import { addedInADay, topUpTerms } from '../topups/topups.ts';
import { sendTerms } from './send/send-rules.ts';
import { sentInADay } from './send/transfer-queries.ts';

/** The limits of a member's wallet, in the format of the contract. */
export async function walletTerms(
  { db, options }: { readonly db: Db; readonly options: Options },
  member: Member,
): Promise<Data<typeof showWalletTerms>> {
  const [added, sent] = await Promise.all([
    addedInADay(db, member.id),
    sentInADay(db, [member.id]),
  ]);
  const adding = await topUpTerms(options, member, added);
  const sending = await sendTerms(options, member, sent.get(member.id) ?? 0n);
  return {
    eCurrency: member.currency,
    oAdd: {
      nLeast: toWire(adding.leastMinor),
      nPerDay: toWire(adding.limitMinor),
      nPerDayVerified: toWire(adding.verifiedMinor),
      nLeft: toWire(adding.leftMinor),
    },
    ...(sending && {
      oSend: { nPerDay: toWire(sending.limitMinor), nLeft: toWire(sending.leftMinor) },
    }),
  };
}
