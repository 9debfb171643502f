/** Terms for a member's next offer. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Member, needMember } from '../accounts/accounts.ts';
import { dayLimit, payoutOf } from './limits.ts';
import { loadOf } from './queries.ts';
import type { SellingParts } from './submit.ts';

interface Terms {
  /** Most cards shown by one picture. */
  readonly mostCards: number;
  /** Payout limit per 24 hours, in the wallet's currency; undefined without a limit. */
  readonly limitMinor: bigint | undefined;
  /** Rest of that limit in the currency of the cards; undefined without a limit or a rate. */
  readonly leftMinor: bigint | undefined;
}

/** Rest of the daily limit in the currency of the cards, rounded down so that an offer of this amount is accepted. */
async function leftOf(db: Db, member: Member, limitMinor: bigint, currency: Currency) {
  const { offeredMinor } = await loadOf(db, member.id);
  const leftMinor = offeredMinor < limitMinor ? limitMinor - offeredMinor : 0n;
  const there = await payoutOf(
    db,
    { currency: member.currency, totalMinor: leftMinor },
    { currency },
  );
  return there === 'unknown' ? undefined : there.payoutMinor;
}

/** Terms for an offer in a currency, shown before the member takes pictures. */
export async function termsOf(
  { db, options }: Pick<SellingParts, 'db' | 'options'>,
  memberId: string,
  currency: Currency,
): Promise<Terms> {
  const member = await needMember(db, memberId);
  const mostCards = await options.whole('max_cards_per_sale');
  const limitMinor = await dayLimit(options, member);
  const leftMinor =
    limitMinor === undefined ? undefined : await leftOf(db, member, limitMinor, currency);
  return { mostCards, limitMinor, leftMinor };
}
