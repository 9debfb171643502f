/** What holds for a member's next offer. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Member, needMember } from '../accounts/accounts.ts';
import { dayLimit, payoutOf } from './limits.ts';
import { loadOf } from './queries.ts';
import type { SellingParts } from './submit.ts';

interface Terms {
  /** Cards on one set of pictures, at most. */
  readonly mostCards: number;
  /** What a day pays, in the wallet's currency; undefined when nothing bounds it. */
  readonly limitMinor: bigint | undefined;
  /** What of that is left, in the currency of the cards; undefined without a limit, or without a rate. */
  readonly leftMinor: bigint | undefined;
}

/** What is left of a day's limit, in the currency of the cards, rounded down: so much is never refused. */
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

/** How many cards an offer may be of, and what it may bring today, told before a picture is taken. */
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
