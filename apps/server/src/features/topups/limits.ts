/** How much a card may add to a wallet (OPEN-61 to OPEN-63), and what of it is left. */
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Member } from '../accounts/accounts.ts';
import type { Options } from '../content/content.ts';

/** In minor units of the wallet's currency. */
export interface TopUpTerms {
  readonly leastMinor: bigint;
  /** What 24 hours may bring. */
  readonly limitMinor: bigint;
  /** What they may bring once the identity is verified. */
  readonly verifiedMinor: bigint;
  /** What of that is left. */
  readonly leftMinor: bigint;
}

/**
 * What holds for the next top-up of a member who has added so much within a day. One that is not paid yet counts
 * for nothing: the next takes its place.
 */
export async function topUpTerms(
  options: Options,
  { currency, kycStatus }: Pick<Member, 'currency' | 'kycStatus'>,
  addedInADay: ReadonlyMap<Currency, bigint>,
): Promise<TopUpTerms> {
  const leastMinor = fromWire(await options.whole('top_up_least'));
  const verifiedMinor = fromWire(await options.whole('top_up_daily_limit_verified'));
  const limitMinor =
    kycStatus === 'v' ? verifiedMinor : fromWire(await options.whole('top_up_daily_limit'));
  const added = addedInADay.get(currency) ?? 0n;
  const leftMinor = added < limitMinor ? limitMinor - added : 0n;
  return { leastMinor, limitMinor, verifiedMinor, leftMinor };
}

/** Refuses what is too little, or more than the day has left. */
export function checkTerms(
  { leastMinor, limitMinor, leftMinor }: TopUpTerms,
  amountMinor: bigint,
  currency: Currency,
): void {
  if (amountMinor < leastMinor)
    throw new Refusal('wallet.add_too_little', { least: formatMoney(leastMinor, currency) });
  if (amountMinor > leftMinor)
    throw new Refusal('wallet.add_limit', {
      left: formatMoney(leftMinor, currency),
      limit: formatMoney(limitMinor, currency),
    });
}
